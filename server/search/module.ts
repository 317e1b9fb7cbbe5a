import { findActionsOf } from '../../model/cases/find-actions.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { perform } from '../records/actions.ts'
import type { Module } from '../records/modules.ts'
import type { Declared } from '../records/registry.ts'
import { batchSearch, find } from './find.ts'

/** Cases are found by their numbers and words: among those of one kind, and among all. */
export const searchModule = ({ kinds }: Declared): Module => ({
  name: 'search',
  actions: [HEAD, ...kinds.keys()].flatMap((name) => {
    const declared = findActionsOf(name)
    return [...perform(declared.find, find), ...perform(declared.batch, batchSearch)]
  }),
})
