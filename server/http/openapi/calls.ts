import { LAYOUTS, LOOK_COLOURS, LOOK_PICTURES, LOOK_TEXTS } from '../../../model/settings/appearance.ts'
import { type Json, list, object, ref, text, uuid, whole } from './schemas.ts'

export const json = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } })
export const inPath = (name: string, schema: Json = uuid): Json => ({ name, in: 'path', required: true, schema })

/** A success in its envelope, and every failure. */
export function answers(data: Json): Json {
  const failure = { description: 'refused', content: { 'application/json': { schema: ref('Failure') } } }
  const success = object({ code: { const: 0 }, data, request_id: text })
  return { 200: { description: 'done', content: { 'application/json': { schema: success } } }, '4XX': failure, '5XX': failure }
}

const file = (kind: string): Json => ({
  ...answers({}),
  200: { description: 'the file', content: { [kind]: { schema: { type: 'string', format: 'binary' } } } },
})

type Call = { tags?: string[]; body?: Json; parameters?: Json[]; open?: boolean; responses?: Json }

const call = (summary: string, data: Json, { tags = ['passport'], body, parameters, open, responses }: Call = {}): Json => ({
  tags,
  summary,
  ...(open && { security: [] }),
  ...(parameters && { parameters }),
  ...(body && { requestBody: json(body) }),
  responses: responses ?? answers(data),
})

const exactly = (properties: Json, required?: readonly string[]): Json => ({ ...object(properties, required), additionalProperties: false })
const words = (...names: string[]) => exactly(Object.fromEntries(names.map((name) => [name, text])))
const nothing = object({}, [])
const instant: Json = { type: 'string', format: 'date-time' }
const PAIR = { token: text, refresh_token: text, login_time: instant, expires_at: instant, user_sid: uuid }
const binary: Json = { type: 'string', format: 'binary' }
const LANGUAGE: Json = { enum: ['zh', 'en'] }
const job = object({ job_sid: uuid })

const allOf = (model: string, required: readonly string[]): Json => ({ allOf: [ref(model), { required }] })
const OPENED: Json = { allOf: [ref('user'), ref('Base'), object({ one_time_password: text })] }

/** `sid` or `document_key`: the document whose next version it is. `attach_to`: the field (`patent.design_pictures`) whose rules for files it must meet. */
const UPLOAD: Json = {
  ...call('A file becomes a document, or its next version', allOf('document', ['sid']), { tags: ['document'] }),
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: { allOf: [ref('document'), object({ file: binary, sid: uuid, document_key: text, attach_to: text }, ['file'])] },
      },
    },
  },
}

export const UPLOAD_KEYS: Json = {
  file: binary,
  file_sid: uuid,
  sheet: text,
  header_row: whole,
  mapping: { description: 'heading → field code' },
  day_order: { enum: ['mdy', 'dmy'], description: 'what comes first in dates such as 05/03/2020, where the column does not tell' },
  mode: { enum: ['skip', 'update', 'report'] },
  dry_run: { type: 'boolean' },
}

const orNull = (schema: Json): Json => ({ ...schema, type: ['string', 'null'] })
const colour = orNull({ pattern: '^#[0-9A-Fa-f]{6}$' })

/** What is named is changed; null takes it back to the ordinary. */
const LOOK: Json = exactly(
  {
    ...Object.fromEntries(Object.entries(LOOK_TEXTS).map(([code, { max }]) => [code, orNull({ maxLength: max })])),
    ...Object.fromEntries(Object.entries(LOOK_PICTURES).map(([code]) => [code, orNull({ description: 'a PNG as a data URL' })])),
    layout: { enum: [...LAYOUTS, null] },
    theme: object({ code: text, config: object(Object.fromEntries(Object.keys(LOOK_COLOURS).map((code) => [code, colour])), []) }, []),
    online_customer_status: { type: 'boolean' },
  },
  [],
)

/** What does not follow from a model's declaration. */
export const CALLS: Json = {
  '/innoe-passport/captcha': { get: call('A captcha, good for one try and five minutes', object({ captcha_id: uuid, image: text }), { open: true }) },
  '/innoe-passport/login': {
    post: call(
      'Sign in',
      object({ ...PAIR, avatar: { type: ['string', 'null'] }, company_sid: { type: ['string', 'null'] }, must_change_password: { type: 'boolean' } }),
      {
        open: true,
        body: exactly({ platform: { enum: [1, 2], default: 1 }, username: text, password: text, captcha_id: uuid, captcha: text }, [
          'username',
          'password',
          'captcha_id',
          'captcha',
        ]),
      },
    ),
  },
  '/innoe-passport/refresh': { post: call('A new pair of tokens', object(PAIR), { open: true, body: words('refresh_token') }) },
  '/innoe-passport/logout': { post: call('Sign out', object({ out: { const: true } })) },
  '/innoe-passport/send_code': { post: call('A code by mail or mobile; refused until sending is configured', nothing, { open: true }) },
  '/innoe-passport/login_email': { post: call('Sign in by a code sent by mail', nothing, { open: true }) },
  '/innoe-passport/login_mobile': { post: call('Sign in by a code sent to a mobile', nothing, { open: true }) },
  '/innoe-webapi/aggr/password/do/update': {
    post: call('Change the password', object({ changed: { const: true } }), { body: words('old_password', 'new_password', 'confirm_password') }),
  },
  '/innoe-webapi/setting/user/do/update': {
    post: call('Keep a setting of one’s own', object({ key: text, value: {} }), {
      tags: ['settings'],
      body: exactly({ key: { type: 'string', pattern: '^[\\w.:-]{1,80}$' }, value: {} }, ['key']),
    }),
  },
  '/innoe-webapi/setting/user/{key}/setting': {
    get: call('A setting of one’s own', object({ key: text, value: {} }), { tags: ['settings'], parameters: [inPath('key', text)] }),
  },
  '/innoe-webapi/model/tenant/do/getTenantInfo': {
    get: call('What the login page looks like', object({ edition: text, time_zone: text, layout: text }), { tags: ['settings'], open: true }),
  },
  '/innoe-webapi/model/tenant/do/update': {
    post: call('Change how the system looks', object({ edition: text, time_zone: text, layout: text }), { tags: ['settings'], body: LOOK }),
  },
  '/innoe-webapi/model/tenant/do/picture/{name}': {
    get: call(
      'A picture of the look',
      {},
      {
        tags: ['settings'],
        open: true,
        parameters: [inPath('name', { enum: Object.keys(LOOK_PICTURES) })],
        responses: file('image/png'),
      },
    ),
  },
  '/innoe-webapi/model/i18n/front/search': {
    post: call('The words of the models in one language', object({ language: LANGUAGE, record: list(object({ key: text, text })) }), {
      tags: ['settings'],
      parameters: [{ name: 'language', in: 'query', schema: LANGUAGE }],
      body: exactly({ language: LANGUAGE }, []),
    }),
  },
  '/innoe-webapi/model/i18n/front/sync': {
    post: call('A tenant’s own words', object({ language: LANGUAGE, total: whole }), {
      tags: ['settings'],
      body: exactly({ language: LANGUAGE, record: list(object({ key: text, text })) }, ['record']),
    }),
  },
  '/innoe-webapi/events': {
    get: call('Job progress and notices as server-sent events', {}, { tags: ['job'], responses: file('text/event-stream') }),
  },
  '/innoe-webapi/openapi.json': { get: call('This document', {}, { tags: ['settings'], open: true, responses: file('application/json') }) },
  '/innoe-webapi/model/user_info/basic/{sid}': {
    get: call('Who someone is', ref('user_info'), { tags: ['user_info'], parameters: [inPath('sid')] }),
  },
  '/innoe-webapi/model/user_info/sysconfig/{sid}': {
    get: call(
      'A person with their account',
      { allOf: [ref('user_info'), object({ user: { oneOf: [ref('user'), { type: 'null' }] } })] },
      {
        tags: ['user_info'],
        parameters: [inPath('sid')],
      },
    ),
  },
  '/innoe-webapi/model/document/do/upload': { post: UPLOAD },
  '/innoe-webapi/model/document/do/create': { post: { ...UPLOAD } },
  '/innoe-webapi/model/user/do/create': {
    post: call('An account, of somebody who is there or who is entered with it', OPENED, {
      tags: ['user'],
      body: { anyOf: [allOf('user', ['account', 'user_info_sid']), { allOf: [ref('user_info'), ref('user'), { required: ['account', 'name'] }] }] },
    }),
  },
  '/innoe-webapi/model/document/do/download/{sid}': {
    get: call('The file of a document', {}, { tags: ['document'], parameters: [inPath('sid')], responses: file('application/octet-stream') }),
  },
  '/innoe-webapi/model/document/do/thumbnail/{sid}': {
    get: call('A small copy of a picture', {}, { tags: ['document'], parameters: [inPath('sid')], responses: file('image/webp') }),
  },
  '/innoe-webapi/model/job/do/download/{sid}': {
    get: call('The file that a job made', {}, { tags: ['job'], parameters: [inPath('sid')], responses: file('application/octet-stream') }),
  },
  '/innoe-webapi/model/payment/do/export/{sid}': {
    get: call(
      'The file for the office’s payment site',
      {},
      {
        tags: ['payment'],
        parameters: [inPath('sid')],
        responses: file('application/octet-stream'),
      },
    ),
  },
}

export const exportCall = (model: string): Json =>
  call('A job that writes a file of records', job, {
    tags: [model],
    body: exactly({ fl: { oneOf: [list(text), text] }, iql: text, format: { enum: ['xlsx', 'csv'], default: 'xlsx' } }, []),
  })

export const importCall = (model: string, summary: string, data: Json): Json => ({
  ...call(summary, data, { tags: [model] }),
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: object(UPLOAD_KEYS, ['file']) },
      'application/json': { schema: object(UPLOAD_KEYS, ['file_sid']) },
    },
  },
})

export const JOB = job
