import { giveShare, revokeAnyShare, revokeShare, sharedWithMe } from '../../model/sharing/share-actions.ts'
import { downloadShared, openShare, viewShared } from '../../model/sharing/share-routes.ts'
import type { ServerModule } from '../module.ts'
import { perform } from '../records/actions.ts'
import type { Context, Draft } from '../records/context.ts'
import type { Declared } from '../records/registry.ts'
import type { Module } from '../records/modules.ts'
import { serve } from '../route.ts'
import { give } from './give.ts'
import { openLink, sendShared, sendSharedPage } from './link.ts'
import { checkLevels } from './levels.ts'
import { listReceived, noteVisit } from './received.ts'
import { revoke, revokeAny } from './revoke.ts'

/** Cases and documents that people show to others, with or without an account. */
export const sharingModule: ServerModule = {
  name: 'sharing',
  after: ['documents'],
  hooks: [{ model: 'document', check: (ctx, drafts) => checkLevels(ctx, 'document', drafts) }],
  actions: [
    ...perform(giveShare, give),
    ...perform(revokeShare, revoke),
    ...perform(revokeAnyShare, revokeAny),
    ...perform(sharedWithMe, ({ ctx }) => listReceived(ctx)),
  ],
  routes: [serve(openShare, openLink), serve(downloadShared, sendShared), serve(viewShared, sendSharedPage)],
}

/** Hooks of shares for every kind of case: check the share level, and record visits by a share */
export function sharedCases({ kinds }: Declared): Module {
  const names = [...kinds.keys()]
  return {
    name: 'shared cases',
    after: ['sharing'],
    hooks: names.map((name) => ({ model: [name], check: (ctx: Context, drafts: readonly Draft[]) => checkLevels(ctx, name, drafts) })),
    shown: Object.fromEntries(names.map((name) => [name, noteVisit])),
  }
}
