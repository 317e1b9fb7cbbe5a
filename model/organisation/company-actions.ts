import { defineAction, facts, SEARCH, sidOf } from '../kit/action.ts'
import { boolean } from '../kit/fields.ts'

export const listCompanies = defineAction({
  model: 'company',
  at: 'company_info',
  name: 'list',
  zh: '公司列表：至多 1000 个',
  en: 'Companies, at most 1000 in one page',
  body: SEARCH,
  answer: { page: 'company' },
  permission: 'search',
})

export type CompanyNode = Record<string, unknown> & { sid: string; children: CompanyNode[] }

export const companyStructure = defineAction({
  model: 'company',
  name: 'company-structure',
  methods: ['GET'],
  zh: '公司及其下级',
  en: 'A company and its subsidiaries',
  body: { sid: sidOf('company') },
  rest: 'sid',
  answer: facts<CompanyNode>('公司', 'Company', { type: 'object', required: ['sid', 'children'] }),
  permission: 'search',
})

/** A company or a department of the chart, with the employed people that belong directly to it; `null` if their number may not be seen. */
export type Unit = {
  sid: string
  kind: 'company' | 'department'
  name: string
  parent: string | null
  company: string
  leader: string
  is_off: boolean
  people: number | null
}

export const organisationChart = defineAction({
  model: 'company',
  name: 'chart',
  methods: ['GET'],
  zh: '组织架构：公司与部门及其直属在职人数，至多各 2000 个',
  en: 'The companies and departments with the employed people of each, at most 2000 of each kind',
  body: {},
  answer: {
    units: facts<readonly Unit[]>('组织', 'Units', {
      type: 'array',
      items: { type: 'object', required: ['sid', 'kind', 'name', 'parent', 'people'] },
    }),
    capped: boolean('未全部给出', 'Some are left out'),
  },
  permission: 'search',
  also: { department: 'search' },
})
