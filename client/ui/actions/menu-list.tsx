// A menu with its list, as it is drawn once its code is there.
import * as Radix from 'radix-ui/dropdown-menu'
import { type ButtonHTMLAttributes, Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Link } from './link.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  /** A second line, e.g. why it is disabled. */
  hint?: string
  tone?: 'danger'
  disabled?: boolean
  /** A hairline above it. */
  divided?: boolean
  /** Goes there, or … */
  href?: string
  /** … to another site, in a tab of its own, or … */
  isElsewhere?: boolean
  /** … fetches the file there, or … */
  download?: boolean
  /** … does this. */
  onSelect?: () => void
}

/** One button; it gets the menu's aria attributes. */
export type MenuTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>

/** How the button stood before its list was there. */
export interface MenuOpening {
  trigger: MenuTrigger
  isOpened: boolean
  hasFocus: boolean
}

interface MenuListProps extends MenuOpening {
  items: readonly MenuItem[]
  /** Above the items, e.g. who is signed in. */
  header?: ReactNode
  align?: 'start' | 'end'
}

export type MenuProps = Omit<MenuListProps, 'isOpened' | 'hasFocus'>

const itemClass =
  'flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-[7px] px-3 py-2 text-15 outline-none data-disabled:cursor-not-allowed data-highlighted:bg-fill data-disabled:text-muted data-[tone=danger]:text-danger [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-muted data-[tone=danger]:[&>svg]:text-danger'

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const body = (
    <>
      {item.icon}
      <span dir="auto" className="min-w-0 flex-1">
        {item.label}
        {item.hint && <span className="block text-13 text-muted">{item.hint}</span>}
      </span>
    </>
  )
  return (
    <Radix.Item disabled={item.disabled} onSelect={onSelect} asChild={Boolean(item.href)} className={itemClass} data-tone={item.tone}>
      {item.href ? (
        <Link tone="bare" href={item.href} target={item.isElsewhere ? '_blank' : undefined} download={item.download}>
          {body}
        </Link>
      ) : (
        body
      )}
    </Radix.Item>
  )
}

/** Arrow keys and first letters move in it. */
export function MenuList({ trigger, items, header, align = 'end', isOpened, hasFocus }: MenuListProps) {
  const button = useRef<HTMLButtonElement>(null)
  // oxlint-disable-next-line react/exhaustive-deps -- of the button that stood here before
  useEffect(() => void (hasFocus && !isOpened && button.current?.focus()), [])
  // At once: where what is chosen is done later, nobody has the focus while the menu goes, and a dialog wouldn't know where to give it back (R248b).
  const select = (item: MenuItem) => {
    button.current?.focus()
    item.onSelect?.()
  }
  return (
    <Radix.Root modal={false} defaultOpen={isOpened}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      {/* In the main region: what stands outside every region is easily missed with a screen reader. */}
      <Radix.Portal container={document.getElementById('main')}>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-80 overflow-y-auto rounded-[12px] border border-line bg-raised p-1.5 shadow-pop',
            'data-[state=closed]:pointer-events-none data-[state=closed]:animate-leave data-[state=open]:animate-rise',
          )}
        >
          {header && <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-2.5">{header}</div>}
          {items.map((item) => (
            <Fragment key={item.label}>
              {item.divided && <Radix.Separator className="my-1.5 h-px bg-line" />}
              <Item item={item} onSelect={() => select(item)} />
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
