import { defineAction, facts } from '../../kit/action.ts'
import { feeActionsOf } from '../../fees/fee-actions.ts'
import { option, string } from '../../kit/fields.ts'
import type { Recognised } from '../../cases/numbers/recognised.ts'
import { claimActionsOf } from '../../cases/claim-actions.ts'
import { familyActionsOf } from '../../cases/family-actions.ts'
import { findActionsOf } from '../../cases/find-actions.ts'
import { transitionActionsOf } from '../../cases/transition-actions.ts'

export const { annuitySchedule } = feeActionsOf('patent')
export const { inherited: inheritedPriorities } = claimActionsOf('patent')
export const { draw: drawFamily } = familyActionsOf('patent')
/** Kept at this address for existing callers. */
export const { split: splitFromFamily } = familyActionsOf('patent', 'related_case')

export const { find: findCases } = findActionsOf('patent')
export const { undo: undoTransition, undoable: isUndoable } = transitionActionsOf('patent')

export const recogniseNumber = defineAction({
  model: 'patent',
  name: 'recognise',
  zh: '识别号码',
  en: 'Parse a number, with its faults and warnings',
  body: {
    text: string('号码', 'Number', { max: 255 }),
    country: string('国家/地区', 'Country', { max: 255 }),
    kind: option('号码类型', 'Kind of number', {
      application: ['申请号', 'Application number'],
      publication: ['公开号', 'Publication number'],
      grant: ['授权号', 'Grant number'],
      patent: ['专利号', 'Patent number'],
    }),
  },
  answer: {
    readings: facts<Recognised[]>('读法', 'Readings', {
      type: 'array',
      items: { type: 'object', required: ['kind', 'office', 'printed', 'faults'] },
    }),
  },
  permission: 'get',
})
