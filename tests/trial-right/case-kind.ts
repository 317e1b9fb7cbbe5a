import { defineCaseKind } from '../../model/cases/case-kind.ts'
import { importProfile } from './import-profile.ts'
import { MILESTONES } from './lifecycle.ts'
import { plantVariety } from './plant_variety.ts'

export const plantVarietyKind = defineCaseKind({
  model: plantVariety,
  importProfile,
  milestones: MILESTONES,
  gives_up: ['surrender'],
  priorities: { earliest: 'earliest_claim', months: () => 12 },
  numbering: { pattern: 'V{YYYY}-{SEQ:4}{TYPE}', letters: { CEREAL: 'C', FRUIT: 'F', FLOWER: 'B' } },
})
