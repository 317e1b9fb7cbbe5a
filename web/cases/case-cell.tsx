import { Link } from 'react-router'
import type { Rec } from '../api.ts'
import { isRef } from '../fields/names.ts'
import { pageOf } from '../page-of.ts'

/** A case by its number and title; the number leads to the tab of the case that is meant. */
export function CaseCell({ record, tab }: { record: Rec; tab: string }) {
  const found = record['case_sid']
  if (!isRef(found)) return null
  const title = String(record['case_sid.title'] ?? '')
  return (
    <span title={title}>
      <Link to={pageOf('patent', `/${found.sid}?tab=${tab}`)} onClick={(event) => event.stopPropagation()}>
        {found.name.split(' ')[0]}
      </Link>{' '}
      <span className="quiet">{title}</span>
    </span>
  )
}
