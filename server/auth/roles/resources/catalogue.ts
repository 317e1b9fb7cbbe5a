// The functions of the product, as its declarations give them: each entity, verb, action and call at an address of its own.
import type { ActionDeclaration, Permission } from '../../../../model/kit/action.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { RouteDeclaration } from '../../../../model/kit/wire/route.ts'
import { assistantCall } from '../../../../model/assistants/mcp-route.ts'
import { readModel, readRecord, verbsOf } from '../../../../model/kit/verbs.ts'
import { role_grant } from '../../../../model/auth/roles/role_grant.ts'
import type { Words } from '../../../../model/kit/fields.ts'
import { AGENCY_MENUS } from '../../../../seed/menus/agency.ts'
import { MENUS } from '../../../../seed/menus/enterprise.ts'
import type { SeedMenu } from '../../../../seed/menus/seed-menu.ts'
import type { Tenant } from '../../../records/context.ts'
import { functionOf, functionOfRoute } from '../../../records/permission/functions.ts'
import { AREAS } from '../areas.ts'

export type Declared = {
  code: string
  /** The code of the resource above it: an entity, or an area. */
  parent: string
  zh: string
  en: string
  type: 'MENU' | 'BUTTON' | 'LINK' | 'TAB'
  path?: string
  endpoints: readonly string[]
  /** Whether roles can be bound to it; functions open to everybody cannot be. */
  bindable: boolean
}

type Source = Pick<Tenant, 'modules' | 'models'>

/** All functions. A function that is not listed could not be withheld from a role. */
export function catalogueOf({ modules, models }: Source): Declared[] {
  const all = [...models.all.values()]
  const routes = [...modules.routes, readModel, readRecord, assistantCall]
  const actions = [...new Set(modules.actions.map(({ declared }) => declared))]
  const merged = new Map<string, Declared>()
  const put = (one: Declared) => {
    const known = merged.get(one.code)
    merged.set(one.code, known ? { ...known, endpoints: [...new Set([...known.endpoints, ...one.endpoints])] } : one)
  }
  for (const area of areas()) put(area)
  for (const page of pages()) put(page)
  for (const model of all) for (const one of [entity(model, models.areas?.get(model.name)), ...verbs(model, routes)]) put(one)
  for (const action of actions) put(ofAction(action))
  for (const route of routes) if (route.permission !== 'open' && !isVerbOfModels(route)) put(ofRoute(route, models))
  return [...merged.values()]
}

/** The functions behind each endpoint. */
export function functionsByEndpoint(source: Source): ReadonlyMap<string, Declared> {
  return new Map(catalogueOf(source).flatMap((one) => one.endpoints.map((endpoint) => [endpoint, one] as const)))
}

const at = (method: string, url: string) => `${method} ${url}`
const doing = (model: string, name: string) => `/innoe-webapi/model/${model}/do/${name}`

/** Folders of the tree; nothing can be withheld by them. */
const areas = (): Declared[] =>
  Object.entries({ pages: ['页面', 'Pages'] as const, ...AREAS, other: ['其他', 'Others'] as const }).map(([code, [zh, en]]) => ({
    code: `area.${code}`,
    parent: '',
    zh,
    en,
    type: 'MENU',
    endpoints: [],
    bindable: false,
  }))

/** The pages of the product's own menus that are no list of an entity. */
function pages(): Declared[] {
  const own = (menus: readonly SeedMenu[]): SeedMenu[] => menus.flatMap((menu) => [menu, ...own(menu.children ?? [])])
  return own([...MENUS, ...AGENCY_MENUS]).flatMap(({ path, name: zh, name_en: en }) => {
    if (!path || path.startsWith('/m/')) return []
    const code = `page.${path.replace(/^\//, '').replace(/[^A-Za-z0-9]+/g, '_')}`
    return [{ code, parent: 'area.pages', zh, en, type: 'MENU' as const, path, endpoints: [], bindable: true }]
  })
}

/** The function by which records are seen, with their list as its page; the parts of a case are tabs of it. */
function entity({ name, zh, en, visibility }: Model, area = 'other'): Declared {
  return {
    code: `${name}.get`,
    parent: `area.${area in AREAS ? area : 'other'}`,
    zh,
    en,
    type: visibility?.through ? 'TAB' : 'MENU',
    path: `/m/${name}`,
    endpoints: [],
    bindable: true,
  }
}

const SEEN: readonly string[] = ['get', 'search', 'count']
const VERB_WORDS: Readonly<Record<string, Words>> = role_grant.fields.verbs.options
/** Calls of one verb are one function: to change several records is to change. */
const unitOf = (model: string, verb: string) => `${model}.${SEEN.includes(verb) ? 'get' : verb}`

function verbs(model: Model, routes: readonly RouteDeclaration[]): Declared[] {
  const { name, refuses = {}, states } = model
  const calls = Object.values(verbsOf(model)).map((one): [Permission, string] => [one.permission, at('methods' in one ? 'GET' : 'POST', doing(name, one.name))]) // oxfmt-ignore
  const own = routes.flatMap((route): [Permission, string][] =>
    isVerbOfModels(route) && route.permission !== 'open' ? [[route.permission, at(route.method, route.url.replace(':model', name))]] : [],
  )
  return [...calls, ...own].flatMap(([permission, endpoint]) => {
    if (typeof permission === 'object' || permission === 'person') return []
    if (refuses[permission] || (permission === 'transition' && !states)) return []
    const [zh, en] = SEEN.includes(permission) ? [model.zh, model.en] : (VERB_WORDS[permission] ?? [permission, permission])
    return [{ code: unitOf(name, permission), parent: `${name}.get`, zh, en, type: 'BUTTON' as const, endpoints: [endpoint], bindable: true }]
  })
}

/** A call on every model by a verb belongs to this verb of each. */
const isVerbOfModels = ({ of, permission }: RouteDeclaration) => of === ':model' && typeof permission === 'string' && permission !== 'person'

function ofAction(action: ActionDeclaration): Declared {
  const { model, at: place = model, name, zh, en, methods = ['POST'], permission } = action
  const endpoints = methods.map((method) => at(method, doing(place, name)))
  const type = methods.includes('POST') ? 'BUTTON' : 'LINK'
  return { code: functionOf(action), parent: `${model}.get`, zh, en, type, endpoints, bindable: permission !== 'person' }
}

function ofRoute({ method, url, of, tag, zh, en, permission }: RouteDeclaration, models: Tenant['models']): Declared {
  const place = of !== undefined && models.all.has(of) ? of : models.all.has(tag) ? tag : undefined
  return {
    code: functionOfRoute({ method, url }),
    parent: place ? `${place}.get` : 'area.other',
    zh,
    en,
    type: method === 'POST' ? 'BUTTON' : 'LINK',
    endpoints: [at(method, url)],
    bindable: permission !== 'person' && of !== undefined && of !== ':model',
  }
}
