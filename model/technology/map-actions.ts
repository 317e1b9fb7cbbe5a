import { defineAction, facts } from '../kit/action.ts'
import type { Options } from '../kit/fields.ts'
import { option } from '../kit/fields.ts'

export const MAP_BY = {
  YEAR: ['申请年', 'Filing year'],
  KIND: ['权利类别', 'Kind of right'],
  DEPARTMENT: ['部门', 'Department'],
  COUNTRY: ['国家/地区', 'Country'],
} as const satisfies Options

export type MapBy = keyof typeof MAP_BY

export type MapNode = { sid: string; parent: string; name: string; name_en: string; code: string }
/** The number of cases of a kind at the node itself, with this value; an empty key counts those without one. */
export type MapCell = { node: string; kind: string; key: string; count: number }
/** `fields`: by which its list is opened. */
export type MapKind = { kind: string; label: string; fields: Readonly<Record<'node' | 'year' | 'department' | 'country', string>> }
export type MapColumn = { key: string; label: string }

export const mapTechnology = defineAction({
  model: 'tech_node',
  name: 'map',
  zh: '按技术分类汇总案件',
  en: 'Cases by technical node',
  body: { by: option('按', 'By', MAP_BY, { required: true, default: 'YEAR' }) },
  answer: {
    nodes: facts<MapNode[]>('技术分类', 'Nodes', { type: 'array', items: { type: 'object', required: ['sid', 'name'] } }),
    cells: facts<MapCell[]>('案件数', 'Counts', { type: 'array', items: { type: 'object', required: ['node', 'count'] } }),
    columns: facts<MapColumn[]>('列', 'Columns', { type: 'array', items: { type: 'object', required: ['key', 'label'] } }),
    kinds: facts<MapKind[]>('权利类别', 'Kinds', { type: 'array', items: { type: 'object', required: ['kind', 'label'] } }),
  },
  permission: 'search',
})
