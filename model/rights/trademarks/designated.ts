/** The parties of an international registration; subsequent designations count like those of the application. */
export function designatedIn({ designated, subsequent }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const later = Array.isArray(subsequent) ? subsequent.map((row: { office?: unknown }) => String(row.office)) : [] // rows as the model declares them
  return new Set([...(Array.isArray(designated) ? designated.map(String) : []), ...later])
}
