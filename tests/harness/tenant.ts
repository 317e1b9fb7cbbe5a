import { anyTable } from '../../server/database/pool.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionDeclaration, AnswerOf, SentBody } from '../../model/kit/action.ts'
import type { Lang } from '../../model/kit/fields.ts'
import { readConfig } from '../../server/config.ts'
import { lawFor } from '../../server/docketing/law/law.ts'
import { openServer } from '../../server/open.ts'
import { createRow } from '../../server/records/write/create.ts'
import { removeRows } from '../../server/records/write/delete.ts'
import { modelNamed } from '../../server/records/registry.ts'
import { takeTransition } from '../../server/records/write/transition.ts'
import { updateRow } from '../../server/records/write/update.ts'
import { inTransaction, systemContext, type Context, type Source, type RowValues } from '../../server/records/context.ts'
import { Refusal } from '../../server/errors.ts'
import { filledDatabase } from './postgres.ts'

/** A database of its own with all tables and the law, as a server's first start leaves it. */
export async function migratedDatabase(): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'innoe-tenant-'))
  try {
    return await filledDatabase(async (empty) => (await openServer(readConfig({ INNOE_DATA: place }), empty)).close(), 'one_tenant')
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** An opened server on a new database, and the engine's own verbs without a session: whatever is done is done by the system. */
export async function testTenant(lang: Lang = 'en', source: Source = 'api') {
  const place = mkdtempSync(join(tmpdir(), 'innoe-tenant-'))
  const server = await openServer(readConfig({ INNOE_DATA: place }), await migratedDatabase())
  const ctx = { ...systemContext(server.tenants.of(''), source), lang }
  await lawFor(ctx)
  const modelOf = (name: string) => modelNamed(ctx.tenant.models, name)
  return {
    server,
    ctx,
    modelOf,
    make: (name: string, values: RowValues, as = ctx) => inTransaction(as, (tx) => createRow(tx, modelOf(name), values)),
    change: (name: string, sid: string, values: RowValues, as = ctx) => inTransaction(as, (tx) => updateRow(tx, modelOf(name), sid, values)),
    take: (name: string, sid: string, code: string, fields: RowValues = {}, as = ctx) =>
      inTransaction(as, (tx) => takeTransition(tx, modelOf(name), sid, code, fields)),
    remove: (name: string, sid: string) => inTransaction(ctx, (tx) => removeRows(tx, modelOf(name), [sid])),
    read: async (name: string, sid: string): Promise<RowValues> =>
      (await anyTable(ctx.db).selectFrom(name).selectAll().where('sid', '=', sid).executeTakeFirst()) ?? {},
    async close() {
      await server.close()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** The same person, who sees one company only. */
export const companyOnly = (ctx: Context, company: string): Context => ({
  ...ctx,
  actor: {
    ...ctx.actor,
    company_sid: company,
    companies: [company],
    grants: ctx.actor.grants.map((grant) => ({ ...grant, scope: 'COMPANY' as const })),
    access: new Map(),
  },
})

export type TestTenant = Awaited<ReturnType<typeof testTenant>>

/** That it is refused, and how: its code and its words. */
export async function refused(act: Promise<unknown>): Promise<{ code: number; words: string; refusal: Refusal }> {
  const refusal = await act.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof Refusal, `refused by name, not: ${refusal instanceof Error ? refusal.stack : refusal}`)
  return { code: refusal.code, words: refusal.words('en'), refusal }
}

/** Does a declared action as this person. */
export async function act<const A extends ActionDeclaration>(ctx: Context, action: A, body: SentBody<A>): Promise<AnswerOf<A>> {
  const done = ctx.tenant.modules.actionOf('POST', action.at ?? action.model, action.name)
  assert.ok(done, `${action.name} is performed by a module`)
  return done.run({ ctx, body, query: {}, rest: '', request: undefined as never }) as Promise<AnswerOf<A>> // as the declaration says; no request is looked at
}
