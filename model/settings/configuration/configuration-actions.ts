import { ABILITIES } from '../../auth/roles/abilities.ts'
import { defineAction, facts, sidOf } from '../../kit/action.ts'
import { integer, link, option, rows, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import { PACK_STATES } from './pack-states.ts'

/** The largest file of a pack. */
export const MAX_PACK = 20 << 20

const ABILITY = ABILITIES.configuration_pack.apply_pack

/** A part of a pack: the records of one entity, or the values of one setting of the company. */
export type PackPart = { part: string; label: string; rows: number }

export const listParts = defineAction({
  model: 'configuration_pack',
  name: 'parts',
  zh: '可打包的配置：各部分的条数',
  en: 'What can be packed: the parts with their numbers of rows',
  body: {},
  answer: { parts: facts<readonly PackPart[]>('各部分', 'Parts', { type: 'array', items: { type: 'object', required: ['part', 'label', 'rows'] } }) },
  permission: 'export',
})

export const downloadPack = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/configuration_pack/do/download',
  tag: 'configuration_pack',
  zh: '打包本公司的配置：压缩包，每部分一个 JSON 文件',
  en: 'Pack the configuration of the company: a zip with a JSON file for each part',
  query: { parts: string('各部分，以逗号分隔；空为全部', 'Parts, separated by commas; empty is all of them', { max: 2000 }) },
  answer: { file: 'application/zip', leaves: 'EXPORTED' },
  permission: 'export',
  of: 'configuration_pack',
})

export const uploadPack = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/configuration_pack/do/upload',
  tag: 'configuration_pack',
  zh: '上传配置包（最大 20M），供预览和应用',
  en: 'Upload a configuration pack (at most 20 MB) to preview and apply',
  body: {},
  form: 'only',
  answer: { record: link('配置包', 'Configuration pack', { to: 'configuration_pack' }) },
  permission: ABILITY,
  of: 'configuration_pack',
})

/** NEW and CHANGED are applied; HERE is only in the company, and stays as it is. */
export type RowDid = 'NEW' | 'CHANGED' | 'SAME' | 'HERE'

export type PackChange = { field: string; label: string; old: string; new: string }

export type PackRow = {
  /** The key by which the caller chooses the row. */
  row: string
  name: string
  did: RowDid
  changes: readonly PackChange[]
  /** The reason why it cannot be applied. */
  refused?: string
}

export type ComparedPart = { part: string; label: string; rows: readonly PackRow[] }

export const previewPack = defineAction({
  model: 'configuration_pack',
  name: 'preview',
  zh: '预览配置包与本公司配置的差异',
  en: 'Compare a pack with the configuration of the company',
  body: { sid: sidOf('configuration_pack') },
  answer: {
    parts: facts<readonly ComparedPart[]>('各部分', 'Parts', { type: 'array', items: { type: 'object', required: ['part', 'label', 'rows'] } }),
  },
  permission: ABILITY,
  on: 'record',
})

export const applyPack = defineAction({
  model: 'configuration_pack',
  name: 'apply',
  zh: '应用配置包所选的行：由任务执行，全部成功或全部不改',
  en: 'Apply the chosen rows of a pack: a job, all of them or none',
  body: {
    sid: sidOf('configuration_pack'),
    rows: facts<readonly string[]>('所选的行', 'Chosen rows', { type: 'array', maxItems: 20_000, items: { type: 'string' } }),
  },
  answer: { job_sid: link('任务', 'Job', { to: 'job' }), status: option('状态', 'Status', PACK_STATES) },
  permission: ABILITY,
  on: 'record',
})

export const rollBackPack = defineAction({
  model: 'configuration_pack',
  name: 'roll_back',
  zh: '回退配置包：此后无人更改时，全部恢复为应用前',
  en: 'Roll back a pack: everything returns to what it was, if nobody changed it since',
  body: { sid: sidOf('configuration_pack') },
  answer: {
    restored: integer('恢复的记录', 'Records restored'),
    removed: rows('删除的记录', 'Records removed', { name: string('名称', 'Name') }),
  },
  permission: ABILITY,
  on: 'record',
})
