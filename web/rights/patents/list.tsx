import { Portfolio } from '../../cases/list/portfolio.tsx'
import type { ListOwn } from '../../records/list/list-own.ts'
import { CompareChosen } from './compare-with-register.tsx'

/** The columns that distinguish cases and show their next dates; more are available in the settings. */
const COLUMNS = [
  ...['case_no', 'title', 'country', 'patent_type', 'status', 'filing_date', 'next_annuity_due', 'owner_sid'],
  ...['application_no', 'agency_sid', 'applicants', 'publication_no', 'grant_no', 'grant_date', 'value_grade'],
]

/** The default filters of a portfolio, in the usual order of use. */
const USUAL = ['status', 'country', 'patent_type', 'owner_sid', 'applicants', 'filing_date', 'next_annuity_due']

const OWN: ListOwn = { columns: COLUMNS, usual: USUAL, Batch: CompareChosen }

export const PatentList = () => <Portfolio model="patent" own={OWN} />
