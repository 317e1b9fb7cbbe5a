export const NOTICE_OFFICES = ['CN', 'US', 'EP', 'WO', 'KR', 'JP'] as const
export type NoticeOffice = (typeof NOTICE_OFFICES)[number]

/** A kind of notice: the code of the catalogue, and its titles as the office prints them. */
type Title = readonly [code: string, ...titles: string[]]

/**
 * How the notices of an office look. `labels` stand before a value, or above it in a table; `number` finds a number in a text,
 * `forms` finds the code of a printed form.
 */
export type NoticeForm = {
  marks: RegExp
  number: { labels: readonly string[]; pattern: RegExp; labelled?: RegExp }
  dispatched: readonly string[]
  /** Before the filing date of the application itself, not of an earlier one nor of a sentence about it. */
  filed?: RegExp
  serial?: { labels: readonly string[]; pattern: RegExp }
  due?: readonly string[]
  titles: readonly Title[]
  forms?: readonly (readonly [RegExp, string])[]
}

const CN_NUMBER = /(?:ZL|CN)?\s*(?:20\d{2}[12389]\d{7}|(?:8[5-9]|9\d|0[0-3])[12389]\d{5})\s*\.?\s*[\dX](?!\d)/

export const NOTICE_FORMS: Readonly<Record<NoticeOffice, NoticeForm>> = {
  // Titles: Patent Examination Guidelines (2023), and the list of notices of the electronic filing system; elements: its list.xml.
  CN: {
    marks: /国家知识产权局|国家工商行政管理总局商标局|TONGZHISXJ|FAWENXLH|发文序(?:列)?号/,
    number: {
      labels: ['申请号或专利号', '申请号或者专利号', '申请号/专利号', '专利申请号', '申请号', '专利号', '注册号', 'SHENQINGH', 'SHENQINGBH'],
      pattern: CN_NUMBER,
      labelled: /(?<![\d.])G?\d{6,8}[A-Z]?(?![\d.])/,
    },
    dispatched: ['发文日期', '发文日', 'FAWENRQ', 'FAWENR'],
    filed: /(?<![\u4e00-\u9fff]|(?:在\s*先|最\s*早|国\s*际|原|案)\s*)申\s*请\s*日(?:\s*期)?(?!\s*[\u4e00-\u9fff、，,])|SHENQINGR(?![A-Z])/,
    serial: { labels: ['发文序列号', '发文序号', 'FAWENXLH'], pattern: /\d{10,20}/ },
    due: ['DAFURQ', '答复期限届满日', '缴费期限届满日', '缴费截止日'],
    titles: [
      ['CN01', '专利申请受理通知书', '受理通知书'],
      ['CN02', '缴纳申请费通知书'],
      ['CN03', '费用减缴审批通知书', '费用减缓审批通知书'],
      ['CN04', '专利申请不予受理通知书', '不予受理通知书'],
      ['CN05', '补正通知书'],
      ['CN06', '审查意见通知书(初审)', '初步审查意见通知书'],
      ['CN07', '办理手续补正通知书'],
      ['CN08', '手续合格通知书'],
      ['CN09', '发明专利申请初步审查合格通知书', '初步审查合格通知书'],
      ['CN10', '发明专利申请公布通知书'],
      ['CN11', '发明专利申请公布及进入实质审查阶段通知书', '发明专利申请公布及进入实质审查程序通知书'],
      ['CN12', '发明专利申请进入实质审查阶段通知书', '发明专利申请进入实质审查程序通知书'],
      ['CN13', '实质审查请求期限届满前通知书'],
      ['CN14', '第一次审查意见通知书', '第1次审查意见通知书'],
      ['CN16', '分案通知书'],
      ['CN17', '授予发明专利权通知书', '授予实用新型专利权通知书', '授予外观设计专利权通知书', '授予专利权通知书'],
      ['CN18', '办理登记手续通知书'],
      ['CN19', '避免重复授权通知书'],
      ['CN20', '发明专利证书', '实用新型专利证书', '外观设计专利证书'],
      ['CN21', '驳回决定'],
      ['CN22', '视为撤回通知书'],
      ['CN23', '视为放弃取得专利权通知书'],
      ['CN24', '视为未要求优先权通知书'],
      ['CN25', '视为未提出通知书'],
      ['CN26', '恢复权利请求审批通知书'],
      ['CN27', '延长期限审批通知书'],
      ['CN28', '缴费通知书'],
      ['CN29', '专利权终止通知书'],
      ['CN30', '复审请求受理通知书'],
      ['CN31', '复审通知书'],
      ['CN32', '复审请求补正通知书'],
      ['CN33', '复审决定书', '复审请求审查决定书'],
      ['CN34', '无效宣告请求受理通知书'],
      ['CN35', '转送文件通知书'],
      ['CN36', '口头审理通知书'],
      ['CN37', '无效宣告请求审查决定书'],
      ['CN38', '专利权评价报告', '实用新型专利权评价报告', '外观设计专利权评价报告'],
      ['CN39', '向外国申请专利保密审查意见通知书', '向外国申请专利保密审查决定'],
      ['CN40', '国际申请进入中国国家阶段通知书'],
      ['CN42', '期限补偿审批决定', '专利权期限补偿审批决定'],
      ['CN44', '中止程序请求审批通知书'],
      ['TM02', '商标注册申请受理通知书'],
      ['TM03', '商标注册申请补正通知书'],
      ['TM05', '商标驳回通知书'],
      ['TM05P', '商标部分驳回通知书'],
      ['TM07', '商标异议答辩通知书'],
      ['TM10', '提供注册商标使用证据通知书'],
      ['TM12', '商标评审案件答辩通知书'],
    ],
  },
  // Titles: the forms of the Manual of Patent Examining Procedure (PTOL-37, PTOL-85, PTOL-326, PTO-1432 and others).
  US: {
    marks: /UNITED STATES (?:DEPARTMENT OF COMMERCE|PATENT AND TRADEMARK OFFICE)|COMMISSIONER FOR PATENTS|uspto\.gov/i,
    number: {
      labels: ['APPLICATION NUMBER', 'APPLICATION NO', 'APPL NO', 'Application Serial No', 'Serial No'],
      pattern: /(?<![\d/])\d{2}\/\d{3},?\d{3}(?![\d/])/,
    },
    dispatched: ['NOTIFICATION DATE', 'MAIL DATE', 'MAILING DATE', 'DATE MAILED', 'Mailed'],
    filed: /(?<!INTERNATIONAL\s+)FILING\s+(?:OR\s+371\s*\(c\)\s*)?DATE/i,
    titles: [
      ['US1', 'FILING RECEIPT'],
      ['US2', 'NOTICE TO FILE MISSING PARTS'],
      ['US3', 'REQUIREMENT FOR RESTRICTION', 'RESTRICTION REQUIREMENT', 'REQUIREMENT FOR RESTRICTION/ELECTION'],
      ['US4', 'NON-FINAL OFFICE ACTION', 'NON-FINAL REJECTION', 'NON-FINAL ACTION'],
      ['US5', 'FINAL OFFICE ACTION', 'FINAL REJECTION', 'FINAL ACTION'],
      ['US6', 'NOTICE OF ALLOWANCE', 'NOTICE OF ALLOWANCE AND FEE(S) DUE'],
      ['US7', 'ISSUE NOTIFICATION'],
      ['US8', 'NOTICE OF ABANDONMENT'],
    ],
  },
  // Titles: the rules of the European Patent Convention that each communication names.
  EP: {
    marks: /European Patent Office|Europäisches Patentamt|Office européen des brevets/i,
    number: {
      labels: ['Application No', 'Anmeldung Nr', 'Demande n°', 'Application number'],
      pattern: /(?<![\d.])(?:EP\s?)?\d{2}\s?\d{3}\s?\d{3}\s?\.\s?\d(?!\d)/,
    },
    dispatched: ['Date of dispatch', 'Datum/Date', 'Date'],
    titles: [
      ['EP1', 'EXTENDED EUROPEAN SEARCH REPORT', 'COMMUNICATION OF EUROPEAN SEARCH REPORT'],
      ['EP2', 'COMMUNICATION PURSUANT TO RULES 161(1) AND 162 EPC', 'COMMUNICATION PURSUANT TO RULES 161(2) AND 162 EPC', 'RULES 161 AND 162 EPC'],
      ['EP3', 'COMMUNICATION PURSUANT TO ARTICLE 94(3) EPC'],
      ['EP4', 'COMMUNICATION UNDER RULE 71(3) EPC', 'INTENTION TO GRANT'],
      ['EP5', 'DECISION TO GRANT A EUROPEAN PATENT'],
      ['EP6', 'NOTING OF LOSS OF RIGHTS PURSUANT TO RULE 112(1) EPC', 'LOSS OF RIGHTS'],
      ['EP7', 'COMMUNICATION OF NOTICES OF OPPOSITION', 'NOTICE OF OPPOSITION (RULE 79(1) EPC)'],
      ['EP8', 'SUMMONS TO ATTEND ORAL PROCEEDINGS', 'DECISION TO REFUSE A EUROPEAN PATENT APPLICATION'],
    ],
  },
  // Titles: the forms of the PCT Administrative Instructions, whose number is printed on each.
  WO: {
    marks: /PATENT COOPERATION TREATY|PCT\/(?:RO|ISA|IB|IPEA)\/\d{3}|专利合作条约/i,
    number: { labels: ['International application No', '国际申请号'], pattern: /PCT\/[A-Z]{2}\d{4}\/\d{6}/ },
    dispatched: ['Date of mailing', '发文日期', '发文日'],
    filed: /International\s+filing\s+date(?!\s+(?:of|and|has|is|was))|国\s*际\s*申\s*请\s*日(?!\s*[\u4e00-\u9fff、，,])/i,
    titles: [
      ['PC01', 'NOTIFICATION OF THE INTERNATIONAL APPLICATION NUMBER AND OF THE INTERNATIONAL FILING DATE', '国际申请号和国际申请日通知书'],
      ['PC02', 'INVITATION TO CORRECT DEFECTS IN THE INTERNATIONAL APPLICATION', '改正国际申请中缺陷的通知书'],
      [
        'PC04',
        'NOTIFICATION OF TRANSMITTAL OF THE INTERNATIONAL SEARCH REPORT',
        'WRITTEN OPINION OF THE INTERNATIONAL SEARCHING AUTHORITY',
        'INTERNATIONAL SEARCH REPORT',
        '国际检索报告',
      ],
      ['PC05', 'INVITATION TO PAY ADDITIONAL FEES'],
      ['PC07', 'NOTIFICATION CONCERNING SUBMISSION, OBTENTION OR TRANSMITTAL OF PRIORITY DOCUMENT'],
      ['PC08', 'NOTIFICATION OF THE RECORDING OF A CHANGE'],
      ['PC09', 'INTERNATIONAL PRELIMINARY REPORT ON PATENTABILITY'],
    ],
    forms: [
      [/PCT\/RO\/105/, 'PC01'],
      [/PCT\/RO\/106/, 'PC02'],
      [/PCT\/RO\/133/, 'PC03'],
      [/PCT\/ISA\/2(?:10|20|37)/, 'PC04'],
      [/PCT\/ISA\/206/, 'PC05'],
      [/PCT\/IB\/3(?:11|08)/, 'PC06'],
      [/PCT\/IB\/304/, 'PC07'],
      [/PCT\/IB\/306/, 'PC08'],
      [/PCT\/IPEA\/409/, 'PC09'],
    ],
  },
  // Titles: the forms of the Enforcement Rules of the Korean Patent Act.
  KR: {
    marks: /특허청|지식재산처|특허심판원|KOREAN INTELLECTUAL PROPERTY OFFICE/i,
    number: { labels: ['출원번호', '출원 번호'], pattern: /(?<![\d-])[1234]0-(?:19|20)\d{2}-\d{7}(?!\d)/ },
    dispatched: ['발송일자', '발송일'],
    serial: { labels: ['발송번호'], pattern: /\d-\d-\d{4}-\d{6,9}/ },
    due: ['제출기일', '납부기한'],
    titles: [
      ['KR1', '의견제출통지서'],
      ['KR2', '특허결정서', '등록결정서'],
      ['KR3', '거절결정서'],
      ['KR4', '특허증', '등록증'],
    ],
  },
  // Titles: the forms of the Examination Guidelines for Patent and Utility Model in Japan.
  JP: {
    marks: /特許庁/,
    number: {
      labels: ['特許出願の番号', '出願番号', '特許出願番号'],
      pattern: /(?:特願|商願|意願|実願)\s*(?:20\d{2}|平\d{1,2}|平成\d{1,2}|昭\d{2})\s*-\s*\d{5,6}/,
    },
    dispatched: ['発送日', '発送年月日'],
    serial: { labels: ['発送番号'], pattern: /\d{6}/ },
    titles: [
      ['JP1', '拒絶理由通知書'],
      ['JP2', '特許査定'],
      ['JP3', '拒絶査定'],
      ['JP4', '特許証'],
    ],
  },
}
