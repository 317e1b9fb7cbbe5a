/** Made-up marks of the made-up company; `drawing` is drawn on 80 × 80 points; spans are counted back from the day of the installation. */
export const TRADEMARKS = [
  {
    title: '虚构之光', title_en: 'XUGOU LIGHT', mark_type: 'COMBINED', drawing: '<circle cx="40" cy="34" r="14" fill="#d98200"/><path d="M40 4v10M40 54v10M10 34h10M60 34h10M19 13l7 7M54 48l7 7M61 13l-7 7M26 48l-7 7" stroke="#d98200" stroke-width="4"/><path d="M12 72h56" stroke="#222" stroke-width="5"/>', country: 'CN', status: 'TM_REGISTERED', application_no: '90000001',
    filed: '10y2m', published: '9y5m', registered: '9y2m', prelim_pub_issue: 1601, reg_pub_issue: 1613,
    classes: [{ class_no: '9', group_codes: '0901,0913', goods: '计算机；可下载的软件；传感器' }, { class_no: '42', goods: '软件开发；技术研究' }],
  },
  {
    title: '玄鸟牌', title_en: 'XUANNIAO', mark_type: 'WORD', country: 'CN', status: 'TM_REGISTERED', application_no: '90000002',
    filed: '5y3m', published: '4y7m', registered: '4y4m', prelim_pub_issue: 1812, reg_pub_issue: 1824,
    classes: [{ class_no: '7', group_codes: '0742', goods: '工业机器人；机床' }],
  },
  {
    title: '青禾智造', mark_type: 'WORD', country: 'CN', status: 'TM_PRELIM_PUB', application_no: '90000003', filed: '9m', published: '1m', prelim_pub_issue: 1901,
    classes: [{ class_no: '40', goods: '材料处理信息；定制3D打印' }],
  },
  {
    title: '星途', title_en: 'XINGTU', mark_type: 'WORD', country: 'CN', status: 'TM_ACCEPTED', application_no: '90000004', filed: '4m',
    classes: [{ class_no: '12', goods: '电动运载工具；无人驾驶汽车' }],
  },
  { title: '虚构新品', mark_type: 'FIGURE', drawing: '<path d="M40 8 70 26v28L40 72 10 54V26Z" fill="#205493"/><path d="M40 24 56 33v15L40 57 24 48V33Z" fill="#fff"/>', country: 'CN', status: 'TM_PREPARING', classes: [{ class_no: '11', goods: '照明器械及装置' }] },
  {
    title: 'XUGOU LIGHT', mark_type: 'WORD', country: 'EM', status: 'TM_REGISTERED', application_no: '099000001', filed: '3y1m', published: '2y10m', registered: '2y6m',
    classes: [{ class_no: '9', goods: 'Computers; software' }],
  },
  {
    title: 'XUGOU LIGHT', mark_type: 'WORD', country: 'US', status: 'TM_REGISTERED', application_no: '99000001', filing_basis: 'USE', filed: '6y8m', published: '6y1m',
    registered: '5y6m', reg_no: '9900001', classes: [{ class_no: '9', goods: 'Computers; software' }],
  },
] as const // oxfmt-ignore
