import type { Described } from './document.ts'

/** Names that are no model. */
const AREA_OF_TAG: Readonly<Record<string, string>> = {
  passport: 'auth',
  portal: 'portal',
  sharing: 'sharing',
  system_admin: 'auth',
  company_info: 'organisation',
}

/** Description of one area: its models with their actions, and its calls. A model outside all folders belongs to the settings. */
export function partOf({ models, actions, routes }: Described, area: string, areas: ReadonlyMap<string, string> = new Map()): Described {
  const isIn = (name: string) => (areas.get(name) ?? AREA_OF_TAG[name] ?? 'settings') === area
  return {
    models: new Map([...models].filter(([name]) => isIn(name))),
    actions: actions.filter(({ at }) => isIn(at)),
    routes: routes.filter(({ of, tag }) => of === ':model' || isIn(of ?? tag)),
  }
}
