import { type ReactNode, useId } from 'react'

/** A field of an editor with its label above it. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="statistic-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
