// A company as an administrator sets it up: three sub-companies, twelve departments, two agencies, nine roles and forty people.
import assert from 'node:assert/strict'
import { jobEnded, sendFile, workbook } from './cases/exchange.ts'
import type { TestServer } from './server.ts'

type Cell = string | number | null

export const COMPANIES = ['东湖子公司（虚构）', '西山子公司（虚构）', '南港子公司（虚构）'] as const
const CODES = ['91440300MA0000001L', '91440300MA0000002P', '91440300MA0000003T'] as const
export const AGENCIES = ['甲代理所（虚构）', '乙代理所（虚构）'] as const

/** Twelve departments: of each company and of the head office three, the second below the first. */
export const DEPARTMENTS = [0, 1, 2, 3].flatMap((company) =>
  ['研究部', '电池室', '市场部'].map((name, at) => ({
    name: `${'总东西南'[company]}${name}（虚构）`,
    company,
    above: at === 1 ? company * 3 : undefined,
  })),
)

const SEE = ['get', 'search', 'count', 'export']
/** What is held against each scope: the records of cases, and their cases. */
const OF_CASES = ['patent', 'document', 'deadline', 'official_event', 'case_note']

export type Sight = 'SELF' | 'DEPT' | 'DEPT_SUB' | 'COMPANY' | 'COMPANY_SUB' | 'VIRTUAL' | 'PEOPLE' | 'CUSTOM' | 'AGENCY'
type Grant = { entity: string; verbs: string[]; data_scope: string; query?: string; hidden_fields?: string[] }
export type RoleOf = { code: string; scope: Sight; fees: boolean; remark: boolean; secret: boolean; platform: '1' | '2' }

const role = (scope: Sight, more: Partial<RoleOf> = {}): RoleOf => ({
  code: `walk_${scope.toLowerCase()}`,
  scope,
  fees: false,
  remark: false,
  secret: false,
  platform: '1',
  ...more,
})

/** Who sees fees, the remark of a case, and documents that are secret, differs from role to role. */
export const ROLES: readonly RoleOf[] = [
  role('SELF'),
  role('DEPT', { remark: true }),
  role('DEPT_SUB', { fees: true }),
  role('COMPANY', { fees: true, remark: true }),
  role('COMPANY_SUB', { fees: true, remark: true, secret: true }),
  role('VIRTUAL'),
  role('PEOPLE', { remark: true }),
  role('CUSTOM', { fees: true }),
  role('AGENCY', { platform: '2' }),
]

const grantsOf = ({ scope, fees, remark }: RoleOf): Grant[] => {
  const query = (entity: string) => (scope === 'CUSTOM' ? { query: entity === 'patent' ? "country = 'US'" : "case_sid.country = 'US'" } : {})
  const cases = [...OF_CASES, ...(fees ? ['fee'] : [])].map((entity) => ({ entity, verbs: SEE, data_scope: scope, ...query(entity) }))
  return [
    ...cases.map((grant) => (grant.entity === 'patent' && !remark ? { ...grant, hidden_fields: ['remark'] } : grant)),
    { entity: 'user_info', verbs: ['get', 'search', 'count'], data_scope: 'ALL', hidden_fields: ['id_no', 'mobile', 'job_number'] },
    { entity: 'department', verbs: ['get', 'search', 'count'], data_scope: 'ALL' },
  ]
}

export type Person40 = { at: number; name: string; sid: string; account: string; token: string; role: RoleOf; company: number; department: number | undefined; agency: number | undefined } // oxfmt-ignore

/** Of forty people the first 36 work in the departments, three in each; the others work in agencies. */
export const PEOPLE = Array.from({ length: 40 }, (_, at) => {
  const agency = at < 36 ? undefined : at % 2
  const department = at < 36 ? at % 12 : undefined
  return { at, name: `人员${String(at).padStart(2, '0')}（虚构）`, agency, department, company: department === undefined ? 0 : Math.floor(department / 3), role: at < 36 ? ROLES[at % 8] : ROLES[8] } // oxfmt-ignore
})

export type Case40 = { at: number; sid: string; owner: number; helper: number | undefined; department: number | undefined; company: number; agency: number | undefined; country: string } // oxfmt-ignore

type Group = { people: readonly number[]; departments: readonly number[] }
/** Of a virtual organisation across companies; the departments below belong to it, too. */
export const MEMBERS: Group = { people: [0, 5, 7, 12, 30], departments: [3] }
/** The personnel range of a role. */
export const RANGE: Group = { people: [1, 10], departments: [6] }

const of = (at: number, length: number) => ((at % length) + length) % length
/** Seventy-two cases, six of each department; some are of an owner elsewhere, with a helper, or with an agency. */
const CASES = Array.from({ length: 72 }, (_, at) => {
  const department = at % 5 === 0 ? of(at + 1, 12) : at % 12
  return { at, department, owner: at % 36, helper: at % 6 === 0 ? of(at + 5, 36) : undefined, company: Math.floor(department / 3), agency: at % 3 === 2 ? undefined : at % 3, country: at % 4 === 0 ? 'US' : 'CN' } // oxfmt-ignore
})

/** What stands in every text of a case, in its remark, in its fees, and in its secret documents. */
export const marks = (at: number) => {
  const no = String(at).padStart(3, '0')
  return { case: `Zq${no}x`, remark: `Zr${no}x`, fee: `Zf${no}x`, secret: `Zs${no}x` }
}
export const numberOf = (at: number) => `ZP000${1000 + at}`
export const mobileOf = (at: number) => `1390001${String(at).padStart(4, '0')}`

type Setup = TestServer & { admin: string }

export async function setUpForty({ app, call, tenant, admin }: Setup) {
  const ask = async <T = { sid: string }>(path: string, body: unknown) => {
    const { code, data, text } = await call<T>(path, body, { as: admin })
    assert.equal(code, 0, `${path} ${JSON.stringify(body)} ${text}`)
    return data
  }
  const imported = async (entity: string, rows: readonly (readonly Cell[])[]) => {
    const sent = await sendFile(app, { path: `${entity}/do/import`, token: admin, file: await workbook(rows), name: `${entity}.xlsx` })
    assert.ok(sent.data?.job_sid, JSON.stringify(sent))
    const job = await jobEnded(tenant, sent.data.job_sid)
    assert.deepEqual([job.state, job.failed], ['DONE', 0], JSON.stringify(job))
  }
  const sidsOf = async (entity: string, field: string, names: readonly string[]) => {
    const { record } = await ask<{ record: Record<string, string>[] }>(`${entity}/do/search`, { fl: ['sid', field], rows: 100 })
    return names.map((name) => record.find((one) => one[field] === name)?.sid ?? assert.fail(`no ${entity} ${name}`))
  }
  const [head] = (await ask<{ record: { sid: string; company_name: string }[] }>('company/do/search', { fl: ['company_name'], rows: 10 })).record
  assert.ok(head)
  await imported('company', [
    ['公司名称', '简称', '上级公司', '统一社会信用代码'],
    ...COMPANIES.map((name, at) => [name, name.slice(0, 2), head.company_name, CODES[at] ?? '']),
  ])
  const companies = [head.sid, ...(await sidsOf('company', 'company_name', COMPANIES))]
  const companyNames = [head.company_name, ...COMPANIES]
  await imported('department', [['部门名称', '公司', '上级部门'], ...DEPARTMENTS.map(({ name, company, above }) => [name, companyNames[company] ?? '', above === undefined ? null : (DEPARTMENTS[above]?.name ?? '')])]) // oxfmt-ignore
  const departments = await sidsOf('department', 'name', DEPARTMENTS.map(({ name }) => name)) // oxfmt-ignore
  const agencies: string[] = []
  for (const agency_name of AGENCIES) agencies.push((await ask('agency/do/create', { agency_name })).sid)
  const roles = new Map<string, string>()
  for (const one of ROLES) {
    const { sid } = await ask('role/do/create', { code: one.code, name: one.code, platform: one.platform, weight: 5, document_classes: one.secret ? ['V2', 'V3', 'V7'] : ['V2', 'V3'] }) // oxfmt-ignore
    const { stamp } = await ask<{ stamp: string }>('role/do/permissions', { sid })
    await ask('role/do/save_permissions', { sid, stamp, mask_mobile: true, grants: grantsOf(one), menu_sids: [] })
    roles.set(one.code, sid)
  }
  const setup = { ask, imported, sidsOf, companies, departments, agencies, roles, companyNames }
  const people = await peopleOf(setup)
  await ask('virtual_organisation/do/create', {
    name: '联合项目（虚构）',
    member_sids: MEMBERS.people.map((at) => people[at]?.sid),
    department_sids: MEMBERS.departments.map((at) => departments[at]),
  })
  const ranged = RANGE.people.map((at) => people[at]?.sid)
  await ask('role/do/update', {
    sid: roles.get('walk_people'),
    range_people_sids: ranged,
    range_department_sids: RANGE.departments.map((at) => departments[at]),
  })
  return { ...setup, people, cases: await casesOf(setup, { app, admin }) }
}

type Sent = { ask: <T = { sid: string }>(path: string, body: unknown) => Promise<T>; imported: (entity: string, rows: readonly (readonly Cell[])[]) => Promise<void>; sidsOf: (entity: string, field: string, names: readonly string[]) => Promise<string[]>; companies: string[]; departments: string[]; agencies: string[]; roles: Map<string, string>; companyNames: string[] } // oxfmt-ignore

/** Imported, and given an account each; the one-time password is what they sign in with first. */
async function peopleOf({ ask, imported, sidsOf, companyNames }: Sent) {
  await imported('user_info', [
    ['姓名', '邮箱', '公司', '部门', '手机', '证件类型', '证件号码', '人员类型', '代理机构', '角色'],
    ...PEOPLE.map(({ at, name, company, department, agency, role }) => [name, `walker${at}@example.test`, companyNames[company] ?? '', department === undefined ? null : (DEPARTMENTS[department]?.name ?? ''), mobileOf(at), '护照', numberOf(at), agency === undefined ? '内部' : '代理', agency === undefined ? null : (AGENCIES[agency] ?? ''), role?.code ?? '']), // oxfmt-ignore
  ])
  const sids = await sidsOf('user_info', 'name', PEOPLE.map(({ name }) => name)) // oxfmt-ignore
  const opened: (Omit<Person40, 'token'> & { password: string })[] = []
  for (const { role, ...person } of PEOPLE) {
    const sid = sids[person.at] ?? ''
    const account = `walker${person.at}`
    const { one_time_password } = await ask<{ one_time_password: string }>('user/do/create', {
      account,
      user_info_sid: sid,
      platform: role?.platform,
    })
    assert.ok(role && one_time_password)
    opened.push({ ...person, role, sid, account, password: one_time_password })
  }
  return opened
}

const text = (words: string) => `%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n%${words}`

async function casesOf(
  { ask, imported, sidsOf, companyNames }: Sent,
  { app, admin }: Pick<Setup, 'app' | 'admin'>,
): Promise<(Case40 & { letter: string; draft: string })[]> {
  const nameOf = (at: number | undefined) => (at === undefined ? null : (PEOPLE[at]?.name ?? ''))
  await imported('patent', [
    ['专利名称', '国家/地区', '专利类型', '所属公司', '部门', 'IPR 负责人', '协办人', '代理机构', '备注'],
    ...CASES.map(({ at, country, company, department, owner, helper, agency }) => [`${marks(at).case} 虚构装置`, country, '发明', companyNames[company] ?? '', DEPARTMENTS[department]?.name ?? '', nameOf(owner), nameOf(helper), agency === undefined ? null : (AGENCIES[agency] ?? ''), marks(at).remark]), // oxfmt-ignore
  ])
  const sids = await sidsOf('patent', 'title', CASES.map(({ at }) => `${marks(at).case} 虚构装置`)) // oxfmt-ignore
  const made: (Case40 & { letter: string; draft: string })[] = []
  for (const one of CASES) {
    const case_sid = sids[one.at] ?? ''
    const mark = marks(one.at)
    await ask('case_note/do/create', { case_sid, text: `${mark.case} 备注` })
    await ask('deadline/do/create', { case_sid, name: `${mark.case} 期限`, official_due: '2031-03-03' })
    await ask('official_event/do/create', { case_sid, code: 'CN14', name: `${mark.case} 来文`, event_date: '2026-03-02' })
    await ask('fee/do/create', { case_sid, name: `${mark.fee} 费用`, due_date: '2031-03-03', amount: '100' })
    const upload = async (name: string, visibility: string) => {
      const { data } = await sendFile(app, {
        path: 'document/do/upload',
        token: admin,
        file: text(name),
        name: `${name}.pdf`,
        fields: { case_sid, visibility },
      })
      return String(data.sid)
    }
    made.push({ ...one, sid: case_sid, letter: await upload(mark.case, 'V2'), draft: await upload(mark.secret, 'V7') })
  }
  return made
}
