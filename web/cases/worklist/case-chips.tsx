import { useSchema } from '../../api/api.ts'
import { FilterChip } from '../../records/filter/filter-chip.tsx'
import { useAddress } from './address.ts'
import { type CaseFilter, valuesIn } from './case-filters.ts'

type CaseChipsProps = {
  codes: readonly CaseFilter[]
  model: string
  /** The condition of the worklist without the filter of this field. */
  iqlWithout: (code: CaseFilter) => string
}

/** Filters of a worklist by its cases: office, owner, applicant. */
export function CaseChips({ codes, model, iqlWithout }: CaseChipsProps) {
  const { read, put } = useAddress()
  const schema = useSchema('case').data
  const fields = codes.flatMap((code) => {
    const field = schema?.fields.find((one) => one.code === code)
    return field ? [{ code, field }] : []
  })
  return (
    <>
      {fields.map(({ code, field }) => (
        <FilterChip
          key={code}
          field={field}
          values={valuesIn(read(code))}
          within={{ model, iql: iqlWithout(code), path: `case_sid.${code}` }}
          onChange={(values) => put({ [code]: values.join(',') || null })}
        />
      ))}
    </>
  )
}
