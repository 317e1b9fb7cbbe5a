import type { WireSchema } from '../../../model/kit/wire/wire.ts'

/** The fields that this person may read, of the given ones: a search that asks for a hidden one is refused as a whole. */
export function readable(schema: { fields: readonly Pick<WireSchema['fields'][number], 'code'>[] } | undefined, fl: readonly string[]): string[] {
  const known = schema && new Set(['sid', ...schema.fields.map(({ code }) => code)])
  return fl.filter((path) => !known || known.has(path.split('.')[0] ?? path))
}
