import { Link } from 'react-router'
import type { Rec } from '../api/api.ts'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../api/page-of.ts'

/** A case with its number and title; the number links to the relevant tab of the case. */
export function CaseCell({ record, tab }: { record: Rec; tab: string }) {
  const found = record['case_sid']
  if (!isRef(found)) return null
  const [number = '', ...words] = found.name.split(' ')
  const title = words.join(' ')
  return (
    <span className="case-cell" title={title}>
      <Link to={pageOf('case', `/${found.sid}?tab=${tab}`)} onClick={(event) => event.stopPropagation()}>
        {number}
      </Link>{' '}
      <span className="quiet">{title}</span>
    </span>
  )
}
