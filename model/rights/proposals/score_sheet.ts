import { decimal, integer, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'
import { PROPOSAL_TYPES } from './types.ts'

const weight = (zh: string, en: string, usual: number) =>
  integer(`${zh}权重`, `Weight of ${en}`, { required: true, min: 0, max: 100, default: usual, list: true, group: 'weights' })
const from = (grade: string, usual: string) =>
  decimal(`${grade} 级起点`, `${grade} from`, { digits: 2, required: true, min: 1, max: 5, default: usual, list: true, group: 'grades' })

/** The weights and grades of the scores for disclosures of one type. */
export const score_sheet = defineModel({
  name: 'score_sheet',
  zh: '评分表',
  en: 'Score sheet',
  display: ['name'],
  uniques: [['proposal_type']],
  natural_keys: { by: [['name']] },
  configuration: { key: [['name']] },
  groups: { sheet: ['评分表', 'Sheet'], weights: ['权重（合计 100）', 'Weights (100 in total)'], grades: ['等级', 'Grades'] },
  fields: {
    name: string('名称', 'Name', { required: true, searchable: true, list: true, max: 100, group: 'sheet' }),
    proposal_type: option('提案类型', 'Type of disclosure', PROPOSAL_TYPES, { searchable: true, list: true, group: 'sheet', help: ['留空则适用于没有专用评分表的类型', 'Left empty, it serves the types without one of their own'] }),
    novelty_score: weight('新颖性', 'novelty', 25),
    inventive_score: weight('创造性', 'inventive step', 25),
    practical_score: weight('实用性', 'usefulness', 20),
    market_score: weight('市场价值', 'market', 20),
    detect_score: weight('可取证性', 'detectability', 10),
    a_from: from('A', '4.20'),
    b_from: from('B', '3.40'),
    c_from: from('C', '2.50'),
  },
}) // oxfmt-ignore

export type ScoreSheet = Row<typeof score_sheet>
