export const invoicesZh = {
  'invoice.match': '核对',
  'invoice.matchCount': '核对（{{count}}）',
  'invoice.again': '重新核对',
  'invoice.accept': '接受',
  'invoice.dispute': '有异议',
  'invoice.reason': '理由',
  'invoice.reasonNeeded': '请填写理由',
  'invoice.chosen': '已选 {{count}} 项差异',
  'invoice.none': '没有差异',
  'invoice.noneHint': '每一行都与价目、缴费指示和官方缴费相符。',
  'invoice.decided': '已记录对差异的决定',
} as const
