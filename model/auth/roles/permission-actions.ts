import { integer, link, string } from '../../kit/fields.ts'
import { defineAction, facts } from '../../kit/action.ts'

/** Words are in the caller's language. */
export type ExplainedAccount = { open: boolean; why: string | null }
/** A role of the person; `why` is the reason why it gives no permission. */
export type ExplainedRole = { sid: string; name: string; why: string | null }
/** `role_sid` is null for the permissions that everyone has on their own records. */
export type ExplainedGrant = {
  role_sid: string | null
  role: string
  /** It takes its verbs away, even if other roles give them. */
  denies: boolean
  scope: string
  verbs: string[]
  /** Whether its scope contains the record; null without a record. */
  reaches: boolean | null
}
export type ExplainedVerb = { verb: string; label: string; allowed: boolean; why: string }
export type ExplainedField = { code: string; label: string; access: 'hidden' | 'masked' | 'read' | 'write'; why: string | null }
/** A function that is bound to roles, with the roles that give it. */
export type ExplainedFunction = { code: string; label: string; roles: string; allowed: boolean }
export type ExplainedFact = { label: string; value: string }

const list = (of: string, required: readonly string[]) => ({ type: 'array', items: { type: 'object', title: of, required } }) as const

const PERSON = link('人员', 'Person', { to: 'user_info', required: true })
const ENTITY = string('对象', 'Entity', { required: true, max: 60, code_of: 'model' })
const RECORD = string('记录', 'Record', { max: 36 })
const ACCOUNT = facts<ExplainedAccount>('账号', 'Account', { type: 'object', required: ['open', 'why'] })
const ROLES = facts<ExplainedRole[]>('角色', 'Roles', list('role', ['sid', 'name', 'why']))

/** The caller needs permission to read roles, and asks only about people and records that they may see. */
const ASKING = { permission: 'get', also: { role: 'get', role_grant: 'get' } } as const

export const explainAccess = defineAction({
  model: 'user_info',
  name: 'explain_access',
  zh: '说明某人对某类数据或某条记录可以做什么及其原因',
  en: 'Explain what a person may do with an entity or one record, and why',
  body: { user_sid: PERSON, entity: ENTITY, record_sid: RECORD },
  answer: {
    account: ACCOUNT,
    roles: ROLES,
    verbs: facts<ExplainedVerb[]>('操作', 'Verbs', list('verb', ['verb', 'label', 'allowed', 'why'])),
    grants: facts<ExplainedGrant[]>('权限', 'Grants', list('grant', ['role_sid', 'role', 'denies', 'scope', 'verbs', 'reaches'])),
    functions: facts<ExplainedFunction[]>('绑定角色的功能', 'Functions bound to roles', list('function', ['code', 'label', 'roles', 'allowed'])),
    fields: facts<ExplainedField[]>('字段', 'Fields', list('field', ['code', 'label', 'access', 'why'])),
    facts: facts<ExplainedFact[]>('记录的归属', 'To whom the record belongs', list('fact', ['label', 'value'])),
  },
  ...ASKING,
})

export type AllowedModel = { entity: string; label: string; verbs: string[]; scopes: string[]; hidden: number; masked: number }

export const listAccess = defineAction({
  model: 'user_info',
  name: 'list_access',
  zh: '某人可以查看和操作的全部对象',
  en: 'List every entity of which a person may see or do something',
  body: { user_sid: PERSON },
  answer: {
    account: ACCOUNT,
    roles: ROLES,
    models: facts<AllowedModel[]>('对象', 'Entities', list('entity', ['entity', 'label', 'verbs', 'scopes', 'hidden', 'masked'])),
  },
  ...ASKING,
})

export type PersonWhoMay = { sid: string; name: string; verbs: string[]; why: string }
/** A person who may not see a record, with the reason. */
export type PersonWhoMayNot = Omit<PersonWhoMay, 'verbs'>

export const whoMay = defineAction({
  model: 'user_info',
  name: 'who_may',
  zh: '可以查看某条记录的人员，以及其他人不能查看的原因：每次检查一部分人员',
  en: 'List the people who may see a record, and why the others may not; each call examines some of the people',
  body: { entity: ENTITY, record_sid: { ...RECORD, required: true }, start: integer('起始', 'First', { min: 0 }) },
  answer: {
    people: facts<PersonWhoMay[]>('人员', 'People', list('person', ['sid', 'name', 'verbs', 'why'])),
    others: facts<PersonWhoMayNot[]>('不能查看的人员', 'People who may not', list('other', ['sid', 'name', 'why'])),
    examined: integer('已检查', 'Examined'),
    total: integer('人数', 'People in total'),
  },
  ...ASKING,
})
