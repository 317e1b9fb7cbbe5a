/** Made-up tasks and announcements of the made-up company. A day `20` lies so many days before the installation, `-20` after it. */
export const TASKS = [
  { title: '复核权利要求修改稿', task_type: 'REVIEW', priority: 'HIGH', due: -2, status: 'TODO', description: '对照审查意见核对独立权利要求的修改依据。', of_case: true },
  { title: '补交优先权文件副本', task_type: 'DOC', priority: 'MID', due: -9, status: 'DOING', confirmation: 'ASSIGNER', of_case: true },
  { title: '核对本月年费缴费清单', task_type: 'PAY', priority: 'HIGH', due: 1, status: 'DOING' },
  { title: '整理展会新品的公开时间', task_type: 'OTHER', priority: 'LOW', due: -25, status: 'TODO' },
  { title: '旋翼专题检索初筛', task_type: 'SEARCH', priority: 'MID', due: 12, status: 'WAIT', confirmation: 'ASSIGNER', progress: 90, result: '虚构：初筛 86 篇，留 14 篇待精读。' },
] as const // oxfmt-ignore

export const ANNOUNCEMENTS = [
  { title: '提案提交要求（虚构）', title_en: 'How to submit a disclosure (fictional)', section: 'RULE', status: 'PUBLISHED', is_top: true, from: 40, body: '提交提案时请写明技术问题、技术方案和有益效果，并附交底书。发表论文或参展前，请先提交提案。' },
  { title: '专利基础培训（虚构）', title_en: 'Patent basics training (fictional)', section: 'TRAINING', status: 'PUBLISHED', from: 5, until: -20, body: '面向研发人员的两小时培训，内容为检索入门与交底书写作。' },
  { title: '年度专利清理启动（虚构）', title_en: 'Yearly review of the portfolio (fictional)', section: 'NEWS', status: 'DRAFT', from: 0, body: '请各部门在评审表中给出意见。' },
] as const // oxfmt-ignore
