import type { Context, Draft } from './context.ts'

export async function runHooks(name: string, part: 'prepare' | 'check' | 'written', ctx: Context, drafts: readonly Draft[]) {
  for (const hooks of ctx.tenant.modules.hooksOf(name)) await hooks[part]?.(ctx, drafts)
}
