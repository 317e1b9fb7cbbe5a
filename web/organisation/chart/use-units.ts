import type { Rec } from '../../api/api.ts'
import { useGroups, useSchema, useSearch } from '../../api/api.ts'
import { isRef, sidOf } from '../../fields/names.ts'
import type { Unit } from './place-units.ts'

/** As many as one page has; beyond that a chart is no help. */
const MOST = 1000

/** The visible companies and departments with the number of employed people that belong directly to each. */
export function useUnits() {
  const departmentsShown = useSchema('department').data
  const companies = useSearch('company', {
    fl: ['company_name', 'simple_name', 'parent_sid', 'status'],
    iql: 'ORDER BY sort_by, company_name',
    rows: MOST,
  })
  const departments = useSearch('department', {
    fl: ['name', 'name_en', 'parent_sid', 'company_sid', 'leader_sid', 'status'],
    iql: 'ORDER BY sort_by, name',
    rows: MOST,
  })
  const [inCompanies, inDepartments] = [usePeople('company_sid', ' AND department_sid IS EMPTY'), usePeople('department_sid', '')]
  const isPending = companies.isPending || departments.isPending || !departmentsShown
  const units = [
    ...(companies.data?.record ?? []).map((row) => companyOf(row, inCompanies)),
    ...(departments.data?.record ?? []).map((row) => departmentOf(row, inDepartments)),
  ]
  const isCut = [companies.data, departments.data].some((page) => (page?.total ?? 0) > MOST)
  return { units, isPending, isCut }
}

function usePeople(by: 'company_sid' | 'department_sid', more: string): ReadonlyMap<string, number> {
  const { data } = useGroups('user_info', { iql: `person_status = 'EMPLOYED'${more}`, by: [by] })
  return new Map((data?.record ?? []).map((group) => [sidOf(group.by[by]), group.count]))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const companyOf = (row: Rec, people: ReadonlyMap<string, number>): Unit => ({
  sid: row.sid,
  kind: 'company',
  name: textOf(row['simple_name']) || textOf(row['company_name']),
  parent: sidOf(row['parent_sid']) || null,
  company: row.sid,
  leader: '',
  isOff: row['status'] === '0',
  people: people.get(row.sid) ?? 0,
})

const departmentOf = (row: Rec, people: ReadonlyMap<string, number>): Unit => ({
  sid: row.sid,
  kind: 'department',
  name: textOf(row['name']),
  parent: sidOf(row['parent_sid']) || sidOf(row['company_sid']) || null,
  company: sidOf(row['company_sid']),
  leader: isRef(row['leader_sid']) ? row['leader_sid'].name : '',
  isOff: row['status'] === '0',
  people: people.get(row.sid) ?? 0,
})
