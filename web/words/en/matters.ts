import type { mattersZh } from '../zh/matters.ts'

/** Of risks, projects and searches. */
export const mattersEn: Record<keyof typeof mattersZh, string> = {
  'risk.matrix': 'Risk matrix',
  'risk.matrixHint': 'Likelihood from bottom to top, impact from left to right; open risks only.',
  'risk.axes': 'Likelihood \\ impact',
  'risk.impact': 'Impact {{degree}}',
  'risk.likelihood': 'Likelihood {{degree}}',
  'risk.count': '{{count}} risks',
  'risk.unjudged': '{{count}} risks have no likelihood or impact yet',
  'risk.first': 'Only the first {{count}} are shown',
  'project.board': 'Project board',
  'project.none': 'No project is running',
  'project.noneHint': 'A new project appears here, in its stage.',
  'project.until': 'until {{day}}',
  'project.mined': '{{filed}} of {{all}} points have a disclosure',
  'project.first': 'Only the first {{count}} projects are shown',
}
