import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortedIndexes } from '../server/database/sync/sync.ts'
import { fileURLToPath } from 'node:url'
import type { Field } from '../model/kit/fields.ts'
import { COUNTRIES } from '../model/kit/identity/countries.ts'
import { BASE, type Model } from '../model/kit/model.ts'
import { RESPONSIBILITY_OF_ROLE, isHandedOver } from '../model/organisation/handed-over.ts'
import { codeOf, readSources } from './harness/sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const entities = readSources().filter(({ path, text }) => path.startsWith('model/') && /\bdefineModel\(\{\s*name:/.test(codeOf(text)))
const isModel = (value: unknown): value is Model => typeof value === 'object' && value !== null && 'fields' in value && 'display' in value
const models = (await Promise.all(entities.map(async ({ path }) => Object.values(await import(root + path)).filter(isModel)))).flat()
const named = new Set(models.map(({ name }) => name))

const eachField = (fields: Readonly<Record<string, Field>>): [string, Field][] =>
  Object.entries(fields).flatMap(([code, field]) => (field.type === 'rows' ? [[code, field], ...eachField(field.of)] : [[code, field]]))

for (const model of models) {
  test(`${model.name}: every name it uses exists`, () => {
    const has = (path: string) => path.includes('.') || path in model.fields
    const links = eachField(model.fields).flatMap(([code, field]) => ('to' in field && !named.has(`${field.to}`) ? [`${code} → ${field.to}`] : []))
    const used = [
      ...model.display,
      ...(model.own ? [model.own.by, ...(model.own.read_only ?? [])] : []),
      ...(model.uniques ?? []).flat(),
      ...(model.natural_keys?.by ?? []).flat(),
      ...(model.natural_keys?.apart ?? []),
      ...sortedIndexes(model).flatMap(({ by, carry }) => [...by, ...carry]),
      ...(model.lookups ?? []),
      ...(model.found_by ?? []),
    ]
    const { parent, order, level, unique, within, paths = {} } = model.tree ?? {}
    used.push(
      ...[parent, order, level, unique, within?.field, ...Object.entries(paths).flatMap(([code, { of }]) => [code, of])].filter(
        (code) => code !== undefined,
      ),
    )
    const groups = Object.values(model.fields).flatMap(({ group }) => (group && model.groups && !(group in model.groups) ? [`group ${group}`] : []))
    assert.deepEqual([...links, ...used.filter((code) => !has(code)), ...groups], [])
  })

  test(`${model.name}: its conditions use existing fields and options`, () => {
    const unknown = eachField(model.fields).flatMap(([code, { applies_to, required_when }]) =>
      [applies_to, required_when]
        .flatMap((when) => [when ?? []].flat())
        .flatMap((terms) =>
          Object.entries(terms).flatMap(([by, wanted]) => {
            const field = model.fields[by]
            const values = 'not' in wanted ? wanted.not : wanted
            const isOption = (value: string) =>
              (field?.type === 'option' && value in field.options) ||
              (field?.type === 'boolean' && ['true', 'false'].includes(value)) ||
              (field?.type === 'string' && field.code_of === 'country' && COUNTRIES.has(value))
            return values.filter((value) => !isOption(value)).map((value) => `${code}: ${by} ${value}`)
          }),
        ),
    )
    assert.deepEqual(unknown, [])
  })

  test(`${model.name}: each responsible person belongs to a handover group`, () => {
    const responsibilities = [...eachField(model.fields).map(([, { responsibility }]) => responsibility), model.own?.responsibility].filter(
      (responsibility) => responsibility !== undefined,
    )
    assert.deepEqual(
      responsibilities.filter(({ group, while: only = {} }) => !isHandedOver(group) || Object.keys(only).some((code) => !(code in model.fields))),
      [],
    )
  })

  test(`${model.name}: its secret fields are texts that are not searchable, listed, unique or exported`, () => {
    const used = new Set([...model.display, ...(model.uniques ?? []).flat(), ...(model.indexes ?? []).flat(), ...(model.lookups ?? [])])
    const secrets = eachField(model.fields).filter(([, { secret }]) => secret)
    const wrong = secrets.filter(
      ([code, field]) =>
        !(code in model.fields) || (field.type !== 'string' && field.type !== 'text') || field.searchable || field.list || field.unique ||
        field.full_text || field.number || field.default !== undefined || field.importable || field.exportable || used.has(code),
    ) // oxfmt-ignore
    assert.deepEqual(wrong.map(([code]) => code), []) // oxfmt-ignore
  })

  test(`${model.name}: every label exists in both languages`, () => {
    const words = [model, ...eachField(model.fields).map(([, field]) => field)]
    assert.deepEqual(
      words.filter(({ zh, en }) => !zh?.trim() || !en?.trim()),
      [],
    )
  })

  test(`${model.name}: its transitions use existing states and fields`, () => {
    const { states } = model
    const field = states && model.fields[states.field]
    const codes = field?.type === 'option' ? Object.keys(field.options) : []
    const moves = Object.entries(states?.transitions ?? {})
    const wrong = moves.flatMap(([name, { from, to, fields = [], skips }]) => [
      ...[to, ...(from === '*' ? [] : from)].filter((state) => !codes.includes(state)).map((state) => `${name}: state ${state}`),
      ...fields.filter((code) => !(code in model.fields)).map((code) => `${name}: field ${code}`),
      ...(skips && !states?.transitions[skips] ? [`${name}: skips ${skips}`] : []),
    ])
    const asked = eachField(model.fields).flatMap(([code, { required_at = [] }]) =>
      required_at.filter((name) => !states?.transitions[name]).map((name) => `${code}: required at ${name}`),
    )
    assert.deepEqual([...wrong, ...asked, ...(states?.closed ?? []).filter((state) => !codes.includes(state))], [])
  })
}

const WITHOUT_HANDOVER: Readonly<Record<string, string>> = {
  'annuity_review.votes.user_sid': 'a vote is personal',
  'approval.participant_sids': 'who may read it',
  'approval.starter_sid': 'what is returned to the starter is an approval task',
  'case.co_owner_sids': 'derived from the record',
  'case.owner_sid': 'derived from the record',
  'indexing_task.indexers.user_sid': 'their sheets are handed over',
  'outgoing_mail.sender_sid': 'who wrote it',
  'proposal.reviewer_sids': 'an opinion is personal',
  'proposal.submitter_sid': 'who handed it in',
  'proposal_review.reviewer_sid': 'an opinion is personal: somebody else is asked anew',
  'retrieval_request.requester_sid': 'who asked; its owner answers for it',
  'role.range_people_sids': 'whose records a role sees',
  'statistic_delivery.user_sid': 'who was sent it',
  'task.helper_sids': 'the person assigned answers for it',
  'trade_secret.authorised_users': 'who may read a secret is decided for each person',
  'user.user_info_sid': 'whose account it is',
}

/** What somebody has done, and who did it, is past. */
const isPast = (code: string, field: Field) => /_by$|^(?:approver|auditor)$/.test(code) && (field.computed === true || code.startsWith('decided'))

test('each person whom a record with states names is handed over when they leave, or it says why not', () => {
  const left = models.flatMap((model) => {
    const isOpen = model.states !== undefined || ['state', 'status'].some((code) => model.fields[code]?.type === 'option')
    if (!isOpen) return []
    const fields = Object.entries(model.fields).flatMap(([code, field]): [string, string, Field][] =>
      field.type === 'rows' ? Object.entries(field.of).map(([inner, of]) => [`${code}.${inner}`, inner, of]) : [[code, code, field]],
    )
    return fields.flatMap(([path, code, field]) => {
      const names = (field.type === 'reference' || field.type === 'references') && field.to === 'user_info'
      const isGiven =
        field.responsibility !== undefined ||
        (field.role && RESPONSIBILITY_OF_ROLE[field.role]) ||
        (model.own?.by === path && model.own.responsibility)
      return !names || code in BASE || isGiven || isPast(code, field) ? [] : [`${model.name}.${path}`]
    })
  })
  assert.deepEqual(left.sort(), Object.keys(WITHOUT_HANDOVER).sort())
})

test('every entity file exports its model', () => assert.equal(models.length, entities.length))
