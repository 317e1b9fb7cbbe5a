import { labelOf, string } from '../../model/kit/fields.ts'
import { both, refuse } from '../errors.ts'
import { schemaFor } from '../records/layouts/schema-for.ts'
import { KIND, WHERE } from './cases.ts'
import { callVerb, type Facts, modelAsked, named, type Tool } from './tool.ts'

const MAX_GROUPS = 200
const MAX_BY = 3

const countRecords: Tool = {
  name: 'count',
  says: [
    '按字段分组计数：案件，或期限、费用、文件（kind 为 deadline、fee、document）',
    'Counts, by up to three fields: of cases, or of deadlines, fees or documents (kind: deadline, fee, document)',
  ],
  args: {
    by: string('分组字段', 'By', {
      max: 300,
      help: ['逗号分隔，最多三个；不填为总数', 'Up to three codes of fields, separated by commas; without it the total'],
    }),
    kind: KIND,
    where: WHERE,
  },
  async run(asking, { by, kind, where }) {
    const { ctx } = asking
    const model = modelAsked(ctx, kind)
    const iql = where === undefined ? {} : { iql: where }
    const codes = String(by ?? '').split(',').map((code) => code.trim()).filter((code) => code !== '') // oxfmt-ignore
    if (codes.length > MAX_BY) refuse('too_many_values', { key: 'by', max: MAX_BY })
    if (codes.length === 0) return { found: { total: (await callVerb(asking, model.name, 'count', iql)).total }, entity: model.name }
    const { record, capped } = await callVerb(asking, model.name, 'aggregate', { by: codes, ...iql, top: MAX_GROUPS })
    const groups = (record as { by: Facts; count: number }[]).map((one) => ({ ...named(ctx, model, one.by), count: one.count })) // as aggregate answers
    const cut = groups.length >= MAX_GROUPS && { largest_groups_only: true }
    return { found: { groups, ...cut, ...(capped === true && { incomplete: true }) }, entity: model.name, records: groups.length }
  },
}

const listFields: Tool = {
  name: 'list_fields',
  says: [
    '某类记录的字段、可选值和查询语言的写法；写查询前先看',
    'The fields of a kind of record with their options, and how queries are written; ask this before writing one',
  ],
  args: { kind: KIND },
  async run({ ctx }, { kind }) {
    const model = modelAsked(ctx, kind)
    const { fields } = await schemaFor(ctx, model)
    if (fields.length === 0) refuse('forbidden', both('what', [`查看${model.zh}`, `view ${model.en}`]))
    const listed = fields
      .filter(({ coded, secret }) => !coded && !secret)
      .map(({ code, label, type, options, to }) => ({
        code,
        label,
        type,
        ...(to && { refers_to: to }),
        ...(options && { options: Object.fromEntries(options.slice(0, MAX_OPTIONS).map((one) => [one.code, one.label])) }),
      }))
    const kinds = [...ctx.tenant.models.kinds.values()].map(({ model: one }) => ({ kind: one.name, name: labelOf(one, ctx.lang) }))
    return { found: { kind: model.name, fields: listed, kinds, queries: QUERIES } }
  },
}

const MAX_OPTIONS = 100

const QUERIES = [
  "country = 'CN' AND status IN ('GRANTED', 'FILED')",
  "title CONTAINS 'battery' OR NOT (filing_date < '2020-01-01')",
  'owner_sid = me() AND filing_date IS NOT NULL ORDER BY filing_date DESC',
  "applicant_sids.name CONTAINS 'Huaxing'",
]

export const FIGURE_TOOLS: readonly Tool[] = [countRecords, listFields]
