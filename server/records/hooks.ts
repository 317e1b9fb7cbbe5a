import type { Context, Draft, RowValues, Write } from './context.ts'

export async function runHooks(name: string, part: 'prepare' | 'check' | 'written', ctx: Context, drafts: readonly Draft[]) {
  for (const hooks of ctx.tenant.modules.hooksOf(name)) await hooks[part]?.(ctx, drafts)
}

type Around = { updating: readonly Draft[]; deleting: readonly RowValues[] }

/** Each hook runs the write, or the hook after it. */
export function runAround<P extends keyof Around>(ctx: Context, name: string, part: P, what: Around[P], write: Write): Promise<void> {
  const around = ctx.tenant.modules
    .hooksOf(name)
    .flatMap((hooks) => (hooks[part] as ((ctx: Context, what: Around[P], write: Write) => Promise<void>) | undefined) ?? []) // of this very part
  return around.reduceRight<Write>((next, hook) => (own) => hook(own, what, next), write)(ctx)
}
