// Saves a table as a file: as a workbook first, as CSV second (R233). It is put together when it is asked for.
import { ChevronDown, Download } from 'lucide-react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Menu } from '#client/ui/actions/menu.tsx'
import { csvText } from './csv-cells.ts'
import { saveFile, saveText } from './save-file.ts'
import type { Table } from './table.ts'

const formats = {
  xlsx: {
    label: 'Excel workbook (.xlsx)',
    save: async (name: string, table: Table) => {
      const { workbookOf } = await import('./workbook.ts')
      saveFile(`${name}.xlsx`, workbookOf(table), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    },
  },
  csv: { label: 'CSV', save: async (name: string, table: Table) => saveText(`${name}.csv`, await csvText(table), 'text/csv') },
} as const
type Format = keyof typeof formats

/** Saves it as a file called after what it is about. */
async function saveTable(name: string, table: Table, format: Format) {
  const plain = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  await formats[format].save(plain || table.title.toLowerCase(), table)
}

interface ExportMenuProps {
  label?: string
  /** What the file is about. */
  name: string
  /** What a toast says where it fails and the server has no word of its own. */
  failed: string
  table: () => Table | Promise<Table>
  size?: 'sm'
  /** On a phone it is an icon. */
  isShort?: boolean
  disabled?: boolean
}
export function ExportMenu({ label = 'Export', name, failed, table, size, isShort = false, disabled = false }: ExportMenuProps) {
  const { run, isBusy } = useAction((format: Format) => toasted(async () => saveTable(name, await table(), format), { failed }))
  const trigger = (
    <Button
      size={size}
      busy={isBusy}
      busyLabel={isShort ? undefined : 'Exporting...'}
      disabled={disabled}
      icon={<Download aria-hidden="true" />}
    >
      <span className="inline-flex items-center gap-1.5">
        <span className={isShort ? 'max-sm:sr-only' : undefined}>{label}</span>
        <ChevronDown aria-hidden="true" className="size-4" />
      </span>
    </Button>
  )
  const items = (Object.keys(formats) as Format[]).map((format) => ({
    label: formats[format].label,
    disabled: isBusy,
    onSelect: () => void run(format),
  }))
  return <Menu trigger={trigger} items={items} />
}
