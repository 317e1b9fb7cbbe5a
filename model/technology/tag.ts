import { string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

export const tag = defineModel({
  name: 'tag',
  zh: '标签',
  en: 'Tag',
  display: ['name'],
  scope: 'tenant',
  public_name: true,
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'tenant', searchable: true, list: true, max: 50 }),
    colour: string('颜色', 'Colour', { max: 7, list: true, pattern: '^#[0-9a-fA-F]{6}$', pattern_says: ['应为 #RRGGBB', 'must be #RRGGBB'] }),
  },
})

export type Tag = Row<typeof tag>
