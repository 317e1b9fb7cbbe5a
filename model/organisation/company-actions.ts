import { defineAction, facts, SEARCH, sidOf } from '../kit/action.ts'

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
