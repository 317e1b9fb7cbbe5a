import { Portfolio } from '../../cases/list/portfolio.tsx'
import { filesOf } from '../../fields/by-type/attachment.tsx'
import { optionLabel } from '../../fields/option-label.ts'
import { Thumbnail } from '../../fields/by-type/picture.tsx'
import type { CellProps } from '../../fields/view.ts'
import type { ListOwn } from '../../records/list/list-own.ts'

/** The columns that distinguish marks and show their next dates; more are available in the settings. */
const COLUMNS = [
  ...['case_no', 'mark_image', 'title', 'nice_classes', 'country', 'status', 'application_no', 'filing_date', 'reg_date', 'valid_to'],
  ...['next_annuity_due', 'owner_sid', 'agency_sid', 'applicants', 'mark_type'],
]

const USUAL = ['status', 'country', 'nice_classes', 'owner_sid', 'applicants', 'valid_to']

const OWN: ListOwn = {
  columns: COLUMNS,
  usual: USUAL,
  cells: { mark_image: Picture, nice_classes: Numbers },
  widths: { mark_image: 72, nice_classes: 110 },
}

/** The marks with their pictures. */
export const TrademarkList = () => <Portfolio model="trademark" own={OWN} />

/** The numbers of the classes, since the trade knows them; their titles are in the case. */
function Numbers({ value, field }: CellProps) {
  const codes = Array.isArray(value) ? value.map(String) : []
  const titles = codes.map((code) => optionLabel(field, code)).join('\n')
  return (
    <span className="number" title={titles}>
      {codes.join(', ')}
    </span>
  )
}

/** The picture alone: its name is of no interest in a list. A mark of words is its words. */
function Picture({ value, record }: CellProps) {
  const [file] = filesOf(value)
  if (file) return <Thumbnail sid={file.sid} name={file.name} />
  return record?.['mark_type'] === 'WORD' ? <span className="thumbnail mark-words">{String(record['title'] ?? '')}</span> : null
}
