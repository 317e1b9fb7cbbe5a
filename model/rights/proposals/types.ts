import type { Options } from '../../kit/fields.ts'

export const PROPOSAL_TYPES = {
  INVENTION: ['发明', 'Invention'],
  UTILITY: ['实用新型', 'Utility model'],
  DESIGN: ['外观设计', 'Design'],
  DUAL: ['一案双申', 'Invention and utility model'],
  SOFTWARE: ['软件', 'Software'],
  WORK: ['作品', 'Work'],
  SECRET: ['技术秘密', 'Trade secret'],
  PAPER: ['论文', 'Paper'],
  TRADEMARK: ['商标', 'Trademark'],
  IC: ['布图设计', 'IC layout design'],
} as const satisfies Options
