import { readPermissionRule, setPermissionRule } from '../../../model/auth/proposals/permission-proposal-actions.ts'
import { perform } from '../../records/actions.ts'
import type { Part } from '../../records/modules.ts'
import { isTurnedOn } from '../../records/proposals/turn.ts'
import { PERMISSIONS, setRule } from './permission-holding.ts'

export const permissionRule: Part = {
  actions: [
    ...perform(readPermissionRule, async ({ ctx }) => ({ two_people: await isTurnedOn(ctx, PERMISSIONS) })),
    ...perform(setPermissionRule, async ({ ctx, body: { two_people } }) => {
      await setRule(ctx, two_people)
      return { two_people }
    }),
  ],
}
