import { facts } from '../../kit/action.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** The set-up steps of a new tenant, in order; steps that not every tenant needs are optional. */
export const SETUP_STEPS = {
  company: 'required',
  pack: 'optional',
  departments: 'required',
  roles: 'optional',
  agencies: 'optional',
  people: 'required',
  sign_in: 'optional',
  mail: 'optional',
  numbering: 'optional',
  cases: 'required',
} as const
export type SetupCode = keyof typeof SETUP_STEPS
export type SetupStep = { code: SetupCode; done: boolean }

/** The initial name of the first company. */
export const UNNAMED_COMPANY = '总公司'

export const readSetup = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/setup',
  tag: 'settings',
  zh: '新系统的设置步骤及完成情况：全部完成后，或对系统管理员以外的人，为空',
  en: 'The steps of setting up a new tenant, and which are done; empty once they are, and for all but administrators',
  answer: {
    steps: facts<readonly SetupStep[]>('步骤', 'Steps', {
      type: 'array',
      items: { type: 'object', required: ['code', 'done'], properties: { code: { type: 'string' }, done: { type: 'boolean' } } },
    }),
  },
  permission: 'person',
})
