import type { Abilities, WireSchema } from '../../model/kit/wire/wire.ts'

/** Whether this person may do a verb or an action of the model. */
export const allows = (schema: WireSchema, verb: string) => schema.actions.find((action) => action.verb === verb)?.allowed ?? false

/** False for contracts and disputes, which are exported with their rights, and for kinds that are never in force, such as disclosures. */
export const exportsRights = (schema: WireSchema) =>
  schema.case !== undefined &&
  !schema.case.dealing &&
  schema.fields.some(({ code, options }) => code === 'phase' && options?.some((one) => one.code === 'GRANTED')) &&
  allows(schema, 'export')

type Facts = Readonly<Record<string, unknown>>

/** Whether this person may do it to this record: a whole record has its own abilities; in a list the model decides, except for built-ins. */
export function allowsOn(schema: WireSchema, record: Facts, verb: string): boolean {
  const own = abilitiesOf(record)
  if (own) return own.verbs.includes(verb) || own.actions.includes(verb)
  return allows(schema, verb) && !(verb === 'delete' && isBuiltIn(schema, record)) && !(verb === 'update' && isFixed(schema, record))
}

/** Built in, so it cannot be deleted. */
export const isBuiltIn = ({ system }: WireSchema, record: Facts) => system !== undefined && record[system.flag] === true

/** Built in, with only immutable fields. */
export const isFixed = (schema: WireSchema, record: Facts) => schema.system?.fixed === '*' && isBuiltIn(schema, record)

function abilitiesOf({ abilities }: Facts): Abilities | undefined {
  if (typeof abilities !== 'object' || abilities === null || !('verbs' in abilities) || !('actions' in abilities)) return undefined
  return Array.isArray(abilities.verbs) && Array.isArray(abilities.actions) ? { verbs: abilities.verbs, actions: abilities.actions } : undefined
}
