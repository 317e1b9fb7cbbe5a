import { holds } from './conditions.ts'
import type { When, Words } from './fields.ts'

/** One step in the course of a case, with the states that belong to it, and the field with the day on which it was reached. */
export type Milestone = { words: Words; states: readonly string[]; date?: string; applies_to?: When }

/** The course of the cases that match; the first one, if several match. A step of other cases is shown if the case is at it. */
type Course = { applies_to?: When; steps: readonly Milestone[] }

/** `ended`: states of a case that passed every milestone before it ended. */
export type Milestones = { courses: readonly Course[]; ended: readonly string[] }

/** The form for the browser: labels in the language of the caller, and the fields that give state, country and end. */
export type WireMilestone = Omit<Milestone, 'words'> & { label: string }
export type WireCourses = { courses: readonly { applies_to?: When; steps: readonly WireMilestone[] }[]; ended: readonly string[] }

export type Mark = 'past' | 'now' | 'ahead' | 'never'
export type CourseStep = { label: string; mark: Mark; date: string | null }

/** The steps of a case with its progress; an ended case has reached its last dated step, or all. */
export function progressOf({ courses, ended }: WireCourses, record: Readonly<Record<string, unknown>>, state: unknown) {
  const course = courses.find(({ applies_to }) => holds(applies_to, record))
  const isIn = ({ states }: WireMilestone) => states.some((one) => one === state)
  const steps = (course?.steps ?? []).filter((step) => holds(step.applies_to, record) || isIn(step))
  const dateOf = ({ date }: WireMilestone) => (date && typeof record[date] === 'string' ? record[date] : null)
  const at = steps.findIndex(isIn)
  const drawn = (markAt: (here: number) => Mark, isDated: (here: number) => boolean) =>
    steps.map((one, here): CourseStep => ({ label: one.label, mark: markAt(here), date: isDated(here) ? dateOf(one) : null }))
  if (at >= 0)
    return {
      isOver: false,
      steps: drawn(
        (here) => (here < at ? 'past' : here === at ? 'now' : 'ahead'),
        (here) => here <= at,
      ),
    }
  const wasWhole = ended.some((one) => one === state)
  const reached = wasWhole ? steps.length - 1 : steps.findLastIndex((one, here) => here === 0 || dateOf(one) !== null)
  return {
    isOver: steps.length > 0,
    steps: drawn(
      (here) => (here <= reached ? 'past' : 'never'),
      () => true,
    ),
  }
}
