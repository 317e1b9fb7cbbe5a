import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { EntityPage } from '../../records/entity-page.tsx'
import { ModelList } from '../../records/list/list.tsx'

/** The rights of the rounds, each with the facts for its decision, at 1280 pixels. */
export const ReviewsScreen = () => <EntityPage entity="annuity_review" content={Reviews} />

const WIDTHS = { case_sid: 168, due_date: 104, amount: 120, costs: 110, value_grade: 108, suggestion: 100, recommendation: 80, status: 122, votes_keep: 110, votes_abandon: 124, annuity_year: 80 } // oxfmt-ignore

const Reviews = ({ schema }: { schema: WireSchema }) => <ModelList schema={schema} own={{ columns: Object.keys(WIDTHS), widths: WIDTHS }} />
