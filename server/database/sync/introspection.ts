import { type DatabaseIntrospector, type KyselyPlugin, type PostgresDialect, PostgresIntrospector, QueryNode, SelectQueryNode, sql } from 'kysely'

type Handle = Parameters<PostgresDialect['createIntrospector']>[0]

/** Kysely's own lists the columns of every tenant, and its migrator asks for them several times a migration. This one keeps to one schema. */
export function introspectorWithin(db: Handle, schema: string): DatabaseIntrospector {
  const within = sql`ns.nspname = ${schema}`.toOperationNode()
  const narrowing: KyselyPlugin = {
    transformQuery: ({ node }) => (SelectQueryNode.is(node) ? QueryNode.cloneWithWhere(node, within) : node),
    transformResult: async ({ result }) => result,
  }
  const [all, own] = [new PostgresIntrospector(db), new PostgresIntrospector(db.withPlugin(narrowing))]
  return { getSchemas: () => all.getSchemas(), getTables: (options) => own.getTables(options) }
}
