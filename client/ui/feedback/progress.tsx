// How far a long piece of work has come.
import { cx } from '../cx.ts'

/** From 0 to 100, with its words, e.g. "Processing... (40%)". */
export const Progress = ({ percent, label, className }: { percent: number; label: string; className?: string }) => (
  <div className={cx('flex flex-col gap-2', className)}>
    <p className="tabular text-13 font-medium">{label}</p>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 rounded-full forced-color-adjust-none bg-fill-strong"
    >
      <div className="h-full rounded-full bg-ink transition-all duration-200" style={{ width: `${percent}%` }} />
    </div>
  </div>
)
