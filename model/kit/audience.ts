import { defineAction } from './action.ts'
import { links, option, options, type Words } from './fields.ts'

/** The audience of a record that a person made for themselves: the narrowest first. */
export const AUDIENCES = ['OWN', 'COMPANY', 'ROLES', 'SYSTEM'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The audiences beyond the person: such records belong to the configuration of a tenant. */
const GIVEN: Audience[] = ['COMPANY', 'ROLES', 'SYSTEM']
export const givenToOthers = { share: GIVEN }

/** One's own records with no grant; giving them to others is a responsibility of who looks after views. */
export const ownWithAudience = {
  by: 'created_by',
  verbs: ['get', 'search', 'count', 'create', 'update', 'delete'],
  read_only: ['share', 'role_sids'],
  responsibility: { group: 'views', while: givenToOthers },
} as const

export const audienceFields = {
  share: option(
    '谁可使用',
    'For whom',
    { OWN: ['仅自己', 'Only me'], COMPANY: ['本公司', 'My company'], ROLES: ['指定角色', 'Certain roles'], SYSTEM: ['全部用户', 'Everyone'] },
    { required: true, default: 'OWN', searchable: true, list: true },
  ),
  role_sids: links('角色', 'Roles', { to: 'role', max: 20 }),
}

/** Asks for the audiences to which this person may give a record of the model. */
export const askAudiences = (model: string, [zh, en]: Words) =>
  defineAction({
    model,
    name: 'ways',
    zh,
    en,
    body: {},
    answer: options('范围', 'Ways', {
      options: { OWN: ['本人', 'Own'], COMPANY: ['公司', 'Company'], ROLES: ['角色', 'Roles'], SYSTEM: ['全部', 'Everybody'] },
    }),
    permission: 'person',
  })
