/** Of risks, projects and searches. */
export const mattersZh = {
  'risk.matrix': '风险矩阵',
  'risk.matrixHint': '纵轴为可能性，横轴为影响；仅含未关闭的风险。',
  'risk.axes': '可能性 ＼ 影响',
  'risk.impact': '影响 {{degree}}',
  'risk.likelihood': '可能性 {{degree}}',
  'risk.count': '{{count}} 项',
  'risk.unjudged': '{{count}} 项风险尚未评估可能性和影响',
  'risk.first': '只显示前 {{count}} 项',
  'project.board': '项目看板',
  'project.none': '没有进行中的项目',
  'project.noneHint': '新建项目后，会按阶段显示在这里。',
  'project.until': '计划 {{day}} 结束',
  'project.mined': '技术点已形成提案 {{filed}}/{{all}}',
  'project.first': '只显示前 {{count}} 个项目',
} as const
