import { useSchema } from '../../api/api.ts'
import { FilterChip } from '../../records/filter/filter-chip.tsx'
import { useAddress } from './address.ts'
import { type CaseFilter, valuesIn } from './case-filters.ts'

/** Filters of a worklist by its cases: office, owner, applicant. */
export function CaseChips({ codes }: { codes: readonly CaseFilter[] }) {
  const { read, put } = useAddress()
  const schema = useSchema('case').data
  const fields = codes.flatMap((code) => schema?.fields.find((field) => field.code === code) ?? [])
  return (
    <>
      {fields.map((field) => (
        <FilterChip
          key={field.code}
          field={field}
          values={valuesIn(read(field.code))}
          onChange={(values) => put({ [field.code]: values.join(',') || null })}
        />
      ))}
    </>
  )
}
