import { link, option, rows, string, text } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** Length in base64, about 300 KB of picture. */
const MAX_PICTURE = 400_000

/** Part of a portal that a tenant adds to the widgets of the product: a text, links, a picture, or a saved list with the data of its reader. */
export const portal_component = defineModel({
  name: 'portal_component',
  zh: '门户组件',
  en: 'Portal component',
  display: ['name'],
  hard_delete: true,
  natural_keys: { by: [['code']] },
  configuration: { key: [['code']] },
  fields: {
    code: string('标识', 'Identifier', { required: true, unique: 'tenant', immutable: true, auto_number: true, coded: true, max: 42 }),
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 60 }),
    name_en: string('英文名称', 'English name', { list: true, max: 60 }),
    widget: option(
      '类型',
      'Type',
      { TEXT: ['文字', 'Text'], LINKS: ['链接', 'Links'], PICTURE: ['图片', 'Picture'], VIEW: ['已保存的视图', 'Saved view'] },
      { required: true, immutable: true, searchable: true, list: true },
    ),
    text: text('中文内容', 'Chinese text', { max: 5000, applies_to: { widget: ['TEXT'] }, required_when: { widget: ['TEXT'] } }),
    text_en: text('英文内容', 'English text', { max: 5000, applies_to: { widget: ['TEXT'] } }),
    links: rows(
      '链接',
      'Links',
      {
        label: string('名称', 'Label', { required: true, max: 60 }),
        label_en: string('英文名称', 'English label', { max: 60 }),
        address: string('地址', 'Address', { required: true, max: 500 }),
      },
      {
        max: 30,
        applies_to: { widget: ['LINKS'] },
        required_when: { widget: ['LINKS'] },
        help: [
          '本系统的路径，如 /patents，或以 https:// 开头的地址',
          'A path of this system, such as /patents, or an address that starts with https://',
        ],
      },
    ),
    picture: text('图片', 'Picture', {
      max: MAX_PICTURE,
      importable: false,
      exportable: false,
      applies_to: { widget: ['PICTURE'] },
      required_when: { widget: ['PICTURE'] },
      help: ['PNG、JPEG 或 WebP，不超过 300 KB', 'PNG, JPEG or WebP of at most 300 KB'],
    }),
    picture_text: string('图片说明', 'Description of the picture', {
      max: 200,
      applies_to: { widget: ['PICTURE'] },
      required_when: { widget: ['PICTURE'] },
    }),
    view_sid: link('视图', 'View', { to: 'saved_view', applies_to: { widget: ['VIEW'] }, required_when: { widget: ['VIEW'] } }),
  },
})

export type PortalComponent = Row<typeof portal_component>

/** Components without data: a public page holds no others. */
export const WITHOUT_DATA: ReadonlySet<string> = new Set(['TEXT', 'LINKS', 'PICTURE'])
export const PICTURE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/
/** A path of the product, not of another host; or a secure address. */
export const ADDRESS = /^(\/(?![/\\])[^\s\\]*|https:\/\/[^\s/\\]+[^\s\\]*)$/
