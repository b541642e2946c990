// Between the two parts of a ticket: its reader's and the event's.
export const Perforation = () => (
  <div aria-hidden="true" className="relative mx-3.5 border-t-2 border-dashed border-line-strong">
    <span className="absolute -top-2.5 -left-6 size-4.5 rounded-full border border-line bg-canvas" />
    <span className="absolute -top-2.5 -right-6 size-4.5 rounded-full border border-line bg-canvas" />
  </div>
)
