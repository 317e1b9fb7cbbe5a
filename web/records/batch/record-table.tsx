import type { ReactNode } from 'react'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'

type RecordTableProps = { schema: WireSchema; fields: readonly WireField[]; children: ReactNode }

/** Records as rows, with a column for each changed field. */
export const RecordTable = ({ schema, fields, children }: RecordTableProps) => (
  <table className="rows">
    <thead>
      <tr>
        <th scope="col">{schema.label}</th>
        {fields.map((field) => (
          <th key={field.code} scope="col">
            {field.label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
