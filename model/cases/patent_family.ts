import { facts } from '../kit/action.ts'
import { integer, link, option, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import type { Ref } from '../kit/wire/wire.ts'

export const patent_family = defineModel({
  name: 'patent_family',
  zh: '专利同族',
  en: 'Patent family',
  display: ['family_no', 'title'],
  open_to_bi: ['family_no', 'kind', 'country_count'],
  visibility: { self: ['created_by'] },
  shows: { members: facts<Ref[]>('成员', 'Members', { type: 'array', items: { $ref: '#/components/schemas/Ref' } }) },
  fields: {
    family_no: string('同族号', 'Family no.', { required: true, auto_number: true, unique: 'company', searchable: true, list: true, max: 40 }),
    title: string('名称', 'Title', { searchable: true, list: true, full_text: true, max: 500 }),
    kind: option(
      '同族类型',
      'Kind',
      { SIMPLE: ['简单同族', 'Simple'], EXTENDED: ['扩展同族', 'Extended'] },
      { required: true, default: 'SIMPLE', searchable: true, list: true },
    ),
    first_case_sid: link('首案', 'First case', { to: 'case', searchable: true, list: true }),
    country_count: integer('国家数', 'Countries', { computed: true, list: true }),
  },
})

export type PatentFamily = Row<typeof patent_family>
