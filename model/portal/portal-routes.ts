import { facts } from '../kit/action.ts'
import { boolean, integer, link, option, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'
import type { Drawing } from '../statistics/definition.ts'
import type { Place } from './layout.ts'
import { TASKS } from './widgets.ts'

/** A component as its reader sees it, in both languages. `view`: a saved list over a model that this person reads. */
export type ShownComponent = { code: string; name: string; name_en: string | null } & (
  | { widget: 'TEXT'; text: string; text_en: string | null }
  | { widget: 'LINKS'; links: { label: string; label_en: string | null; address: string }[] }
  | { widget: 'PICTURE'; picture: string; picture_text: string }
  | { widget: 'VIEW'; view: { sid: string; entity: string; iql: string; columns: unknown } }
  | { widget: 'STATISTIC'; statistic: { sid: string; drawing: Drawing } }
)

const ALIAS = string('别名', 'Alias', { max: 48 })
const PLACES = facts<Place[]>('布局', 'Places', { type: 'array', items: { type: 'object', required: ['i', 'x', 'y', 'w', 'h'] } })
const COMPONENTS = facts<ShownComponent[]>('组件', 'Components', {
  type: 'array',
  items: { type: 'object', required: ['code', 'name', 'name_en', 'widget'] },
})

/** A home page is the person's own arrangement, else that of a role, else of the company, else of the product. */
export const readPortal = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/portal/get_config',
  tag: 'portal',
  zh: '本人所见的门户：本人的、角色的、公司的、系统的，依次取第一个',
  en: 'The portal of the caller: the first of their own, that of a role, of the company, of the system; only what they may see',
  query: {
    mobile: boolean('移动门户', 'Mobile portal', { default: false }),
    page: { ...ALIAS, zh: '页面的别名；不填为首页', en: 'Alias of a page; the home page without it' },
    preview: link('预览模板的草稿（可修改模板的人）', 'Draft of a template to preview, for those who may change it', { to: 'portal_template' }),
    role: link('以该角色预览', 'Role for the preview', { to: 'role' }),
  },
  answer: {
    source: option('来源', 'Source', { own: ['本人', 'Own'], role: ['角色', 'Role'], company: ['公司', 'Company'], system: ['系统', 'System'] }),
    template: facts<{ sid: string; name: string; name_en: string | null; alias: string; arrangeable: boolean }>('模板', 'Template', {
      type: 'object',
      required: ['sid', 'name', 'name_en', 'alias', 'arrangeable'],
    }),
    kind: option('适用工作', 'Kind of work', TASKS),
    places: PLACES,
    template_places: { ...PLACES, zh: '模板的布局', en: 'Places of the template' },
    widgets: facts<string[]>('可用的产品组件', 'Widgets of the product that the caller may see', { type: 'array', items: { type: 'string' } }),
    components: COMPONENTS,
    pages: facts<{ alias: string; name: string; name_en: string | null }[]>('本人可见的页面', 'Pages of the caller', {
      type: 'array',
      items: { type: 'object', required: ['alias', 'name', 'name_en'] },
    }),
  },
  permission: 'person',
})

/** The address of an extra of a model, as the specified ones beside it have. */
export const readPortalOfModel = { ...readPortal, url: '/innoe-webapi/model/portal/get_config', call: 'get_config_of_model' } as const

export const readPublicPage = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/portal/public/:alias',
  tag: 'portal',
  zh: '公开页面：不登录也可查看，只含文字、链接和图片',
  en: 'A public page, visible without signing in: texts, links and pictures only',
  path: { alias: ALIAS },
  answer: { name: string('名称', 'Name'), name_en: string('英文名称', 'English name', { nullable: true }), places: PLACES, components: COMPONENTS },
  permission: 'open',
})

/** The file is data in JSON despite the name that the interface prescribes; importing it runs no statement that it contains. */
export const exportPortals = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/portal/do/exportSql',
  tag: 'portal',
  zh: '导出门户的定义：模板和组件，供另一套系统导入；文件为 JSON 数据，不含 SQL',
  en: 'Export the definition of the portals, templates and components, for another installation: data in JSON, no SQL',
  answer: { file: 'application/json', leaves: 'EXPORTED' },
  permission: 'export',
  of: 'portal_template',
  also: { portal_component: 'export' },
})

export const exportPortalsOfModel = { ...exportPortals, url: '/innoe-webapi/model/portal/do/exportSql', call: 'export_sql_of_model' } as const

export const importPortals = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/portal/do/import',
  tag: 'portal',
  zh: '导入门户的定义：按标识和别名新增或修改；模板成为草稿，发布后生效',
  en: 'Import the definition of portals: added or changed by code and alias; templates become drafts until they are published',
  body: {
    content: { ...facts<Record<string, unknown>>('文件内容', 'Content of the file', { type: 'object' }), required: true },
  },
  answer: {
    created: integer('新增', 'Created'),
    updated: integer('修改', 'Updated'),
    skipped: facts<string[]>('未导入的内容', 'What was left out', { type: 'array', items: { type: 'string' } }),
  },
  permission: 'create',
  of: 'portal_template',
  also: { portal_component: 'create' },
})
