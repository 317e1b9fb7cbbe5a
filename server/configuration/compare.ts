import type { ComparedPart, PackChange, PackRow } from '../../model/settings/configuration/configuration-actions.ts'
import { type Field, labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { both, refuse } from '../errors.ts'
import type { ConfiguredSetting, Context, RowValues } from '../records/context.ts'
import { fieldOf } from '../records/registry.ts'
import { sameValue } from '../records/write/checks/same-value.ts'
import { isNamed, isPlain, keysOf, nameIn, shownKey } from './keys.ts'
import type { Pack } from './pack-file.ts'
import { type OwnRecord, ownRecords, packableModels, type PackedRecord } from './rows.ts'

/** A record of the pack beside the one that is here. */
export type Difference = { row: string; packed: PackedRecord | undefined; own: OwnRecord | undefined; changed: readonly string[] }
export type ModelDifferences = { model: Model; rows: readonly Difference[] }
export type SettingDifferences = { setting: ConfiguredSetting; before: RowValues; after: RowValues }
export type Differences = { models: readonly ModelDifferences[]; settings: readonly SettingDifferences[] }

/** The order of keys in an object of JSON is its writer's. */
export const rowName = (part: string, key: RowValues) => `${part} ${JSON.stringify(sorted(key))}`

const sorted = (value: unknown): unknown =>
  isPlain(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, one]) => [code, sorted(one)])) : value // oxfmt-ignore

/** Everything that the pack has otherwise than this company; a part that this product does not know is refused. */
export async function differences(ctx: Context, pack: Pack, company: string | null): Promise<Differences> {
  const models: ModelDifferences[] = []
  const packable = new Map(packableModels(ctx).map((model) => [model.name, model]))
  for (const [part, records] of pack.parts) {
    if (!ctx.tenant.models.all.get(part)?.configuration) refuseUnknown(part)
    const model = packable.get(part) ?? refuse('forbidden', { what: part })
    models.push({ model, rows: await recordDifferences(ctx, model, records, company) })
  }
  const settings: SettingDifferences[] = []
  for (const [code, after] of pack.settings) {
    const setting = ctx.tenant.modules.configuration.settings.find((one) => one.code === code) ?? refuseUnknown(code)
    settings.push({ setting, before: await setting.read(ctx, company), after })
  }
  return { models, settings }
}

function refuseUnknown(part: string): never {
  return refuse('rule', both('summary', [`配置包含有未知的部分“${part}”`, `The pack has the unknown part “${part}”`]))
}

async function recordDifferences(ctx: Context, model: Model, records: readonly PackedRecord[], company: string | null): Promise<Difference[]> {
  const here = new Map((await ownRecords(keysOf(ctx), model, company)).map((own) => [rowName(model.name, own.key), own]))
  const packed = new Map(records.map((one) => [rowName(model.name, one.key), one]))
  return [
    ...[...packed].map(([row, one]) => {
      const own = here.get(row)
      return { row, packed: one, own, changed: own ? changedCodes(own.record, one.record) : Object.keys(one.record) }
    }),
    ...[...here].filter(([row]) => !packed.has(row)).map(([row, own]) => ({ row, packed: undefined, own, changed: [] })), // oxfmt-ignore
  ]
}

const changedCodes = (own: RowValues, packed: RowValues) =>
  [...new Set([...Object.keys(own), ...Object.keys(packed)])].filter((code) => !sameValue(own[code] ?? null, packed[code] ?? null))

/** In words of the caller, with what would be refused by row. */
export function shown(ctx: Context, { models, settings }: Differences, refused: ReadonlyMap<string, string>): ComparedPart[] {
  return [
    ...models.map(({ model, rows }) => ({
      part: model.name,
      label: labelOf(model, ctx.lang),
      rows: rows.map((one) => shownRow(ctx, model, one, refused.get(one.row))),
    })),
    ...settings.map(({ setting, before, after }) => ({
      part: setting.code,
      label: wordIn(setting.words, ctx.lang),
      rows: settingRows(ctx, setting, before, after, refused),
    })),
  ]
}

function shownRow({ lang }: Context, model: Model, { row, packed, own, changed }: Difference, refused: string | undefined): PackRow {
  const record = packed?.record ?? own?.record ?? {}
  const did = !packed ? 'HERE' : !own ? 'NEW' : changed.length > 0 ? 'CHANGED' : 'SAME'
  const changes = changed.map((code): PackChange => {
    const field = fieldOf(model, code)
    const text = (of: RowValues | undefined) => shownValue(of?.[code] ?? null, field, lang)
    return { field: code, label: field ? labelOf(field, lang) : code, old: text(own?.record), new: text(packed?.record) }
  })
  return { row, name: nameIn(model, record), did, changes, ...(refused !== undefined && { refused }) }
}

export const settingRow = ({ code }: ConfiguredSetting, key: string) => rowName(code, { key })

function settingRows(
  { lang }: Context,
  setting: ConfiguredSetting,
  before: RowValues,
  after: RowValues,
  refused: ReadonlyMap<string, string>,
): PackRow[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].map((key) => {
    const row = settingRow(setting, key)
    const words = setting.labelOf?.(key)
    const name = words ? wordIn(words, lang) : key
    const [old, now] = [before[key] ?? null, after[key] ?? null]
    const did = !(key in after) ? 'HERE' : old === null ? 'NEW' : sameValue(old, now) ? 'SAME' : 'CHANGED'
    const changes = did === 'NEW' || did === 'CHANGED' ? [{ field: key, label: name, old: shownValue(old, undefined, lang), new: shownValue(now, undefined, lang) }] : [] // oxfmt-ignore
    const why = refused.get(row)
    return { row, name, did, changes, ...(why !== undefined && { refused: why }) }
  })
}

const MAX_CHARS = 400

function shownValue(value: unknown, field: Field | undefined, lang: Context['lang']): string {
  if (value === null) return ''
  if (Array.isArray(value) && !value.some((one) => isPlain(one) && !isNamed(one))) return value.map((one) => shownValue(one, field, lang)).join(lang === 'zh' ? '、' : ', ') // oxfmt-ignore
  if (isNamed(value)) return shownKey(value.key)
  if (typeof value === 'boolean') return value ? wordIn(['是', 'yes'], lang) : wordIn(['否', 'no'], lang)
  const words = field && 'options' in field ? field.options?.[String(value)] : undefined
  const text = words ? wordIn(words, lang) : isPlain(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text
}
