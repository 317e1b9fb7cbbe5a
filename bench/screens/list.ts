import { type SeedStatistic, STATISTICS } from '../../seed/statistics.ts'
import type { Shot } from '../request.ts'
import type { Screen } from './calls.ts'

export type SampleCase = { sid: string; case_no: string }

const SEARCH_BAR_MS = 200
const list = (query: Record<string, string>) => `/patents?${new URLSearchParams(query)}`
const searchBox = (what: string, q: string): Screen => ({ name: `search box: ${what}`, path: list({ q }), bar: SEARCH_BAR_MS })
const palette = (what: string, type: string): Screen => ({ name: `palette: ${what}`, path: '/me', type, bar: SEARCH_BAR_MS })
const sorted = (sort: string): Screen => ({ name: `list by ${sort}`, path: list({ sort }) })

/** The most frequent addresses; the web client itself determines their calls. */
export const screensOf = ({ sid, case_no }: SampleCase): Screen[] => [
  { name: 'home', path: '/home' },
  { name: 'list', path: list({}) },
  { name: 'list, page 5000', path: list({ page: '5000' }) },
  ...['created_at', '-created_at', 'owner_sid', 'importance', 'patent_type', 'status', 'title', '-filing_date'].map(sorted),
  { name: 'list of a tag', path: list({ 'f.tags': '核心' }) },
  { name: 'list of my own', path: list({ 'f.owner_sid': 'me()' }) },
  searchBox('a hit', '导航定位'),
  searchBox('a two-character Chinese word', '导航'),
  searchBox('an English word', 'navigation'),
  searchBox('a miss', '不存在的词语'),
  searchBox('a whole number', case_no),
  searchBox('a piece of a number', '2022046'),
  palette('a word', '天线'),
  palette('a piece of a number', '2021033'),
  palette('a miss', '查无此词'),
  { name: 'case', path: `/patents/${sid}` },
  ...['timeline', 'documents', 'deadlines', 'fees', 'relations', 'history'].map((tab) => ({
    name: `case, ${tab}`,
    path: `/patents/${sid}?tab=${tab}`,
  })),
  { name: 'deadlines, mine', path: '/deadlines' },
  { name: 'deadlines, all', path: '/deadlines?owner=all' },
  { name: 'deadlines, all open', path: '/deadlines?owner=all&bucket=all' },
  { name: 'deadlines, calendar', path: '/deadlines?owner=all&view=calendar' },
  { name: 'annuities', path: '/annuities' },
  { name: 'annuities, late', path: '/annuities?month=late' },
  { name: 'annuities, all fees', path: '/annuities?which=all' },
  { name: 'payments', path: '/annuities/payments' },
  { name: 'fees', path: '/m/fee' },
  { name: 'fees of a status', path: '/m/fee?f.status=OVERDUE' },
  { name: 'deadlines as a list', path: '/m/deadline' },
  { name: 'recycle bin', path: '/m/patent/bin' },
  { name: 'tags', path: '/m/tag' },
  { name: 'people', path: '/m/user_info' },
  { name: 'findings', path: '/m/finding' },
  { name: 'documents', path: '/m/document' },
  { name: 'change log', path: '/m/change_log' },
  { name: 'batch edits', path: '/batch-edit/history' },
  { name: 'jobs', path: '/jobs' },
  { name: 'all cases', path: '/m/case' },
  { name: 'my items', path: '/my-items' },
  { name: 'approvals', path: '/approvals' },
  { name: 'shared with me', path: '/shared-with-me' },
  { name: "an inventor's page", path: '/ideas' },
  { name: 'evaluations', path: '/ideas/reviews' },
  { name: 'disclosures', path: '/m/proposal' },
  { name: 'notices', path: '/m/notice_intake' },
  { name: 'mail queue', path: '/m/archived_mail' },
  { name: 'outgoing mail', path: '/m/outgoing_mail' },
  { name: 'annuities of ten years', path: '/annuities/years' },
  { name: 'budgets', path: '/budgets' },
  { name: 'statistics', path: '/statistics' },
  { name: 'new statistic', path: '/statistics/new' },
]

const post = (path: string, body: unknown): Shot => ({ method: 'POST', path: `/innoe-webapi/model/${path}`, body })
const grouped = (by: string) => ({ name: `group by ${by}`, shot: post('patent/do/aggregate', { by: [by] }) })

/** What a statistic's page computes. */
const statistic = ({ name_en, entity, iql, row_by, column_by, measure = 'COUNT', measure_field, most }: SeedStatistic) => ({
  name: `statistic: ${name_en}`,
  shot: post('statistic/do/compute', { entity, iql, row_by, column_by, measure, measure_field, most }),
})

/** Queries of charts, statistics, views and user-defined conditions. */
export const FURTHER: readonly { name: string; bar?: number; shot: Shot }[] = [
  ...['owner_sid', 'status', 'country', 'patent_type', 'filing_date:year', 'department_sid'].map(grouped),
  ...STATISTICS.map(statistic),
  { name: 'count of a status', shot: post('patent/do/count', { iql: "status = 'GRANTED'" }) },
  { name: 'count by name of owner', shot: post('patent/do/count', { iql: "owner_sid.name = '工程师7'" }) },
  { name: 'condition with LIKE', shot: post('patent/do/search', { iql: "title LIKE '%导航%'" }) },
  { name: 'fees of a status', shot: post('fee/do/search', { iql: "status = 'TO_PAY'" }) },
]
