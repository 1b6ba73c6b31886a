package pseudonymise

// class says what a word may be in its language. A word may be several things; the finders decide by its company.
type class uint64

const (
	clsHonorMale class = 1 << iota // Herr, Pan, Mr
	clsHonorFemale
	clsHonorAny
	clsHonorPlural // Familie, Państwo: what follows is an entity of its own
	clsAddress     // form of address to a bench or an office
	clsRoleMale
	clsRoleFemale
	clsRoleAny
	clsRolePlural
	clsProfession
	clsLabel        // may stand before a colon and a name
	clsTitle        // part of a title, inside the span
	clsTitleHead    // may begin a title
	clsPostnominal  // MBA, QC
	clsParticle     // von, de, zu
	clsMaiden       // geb., née
	clsStop         // never part of a name
	clsArticle      // what follows is used as a noun
	clsVerb         // finite verb
	clsDecision     // word for a decision or a statute: a name after it is a citation
	clsDoctrine     // word after the name of a doctrine
	clsDoctrineCap  // the same after a possessive, with its capital
	clsSourceBefore // leads to an author
	clsSourceVerb   // what authors do
	clsJudge        // Advocate General, Lord
	clsJudgeAfter   // MR, LJ
	clsStreetBefore // ul., al., os.
	clsStreetAfter  // Road, Street
	clsUnit         // Top, Flat, lok.
	clsOrgHead      // Verein, Kancelaria
	clsOrgMid
	clsOrgTail // Partner, Solicitors
	clsOrgCue  // Firma, spółka
	clsPublic
	clsSchematic
	clsAuthor
	clsCaseName
	clsPlace
	clsFirmNot
	clsResidence
	clsVersus
	clsFirmEnd
	clsSmall    // tells the language
	clsClaim    // Anspruch, Klage: the parties follow
	clsFirmOK   // a stop word that firms bear in their names
	clsNobility // Freiherr, Graf: between first name and surname
	clsTown     // a town that may be a surname too: known in addresses and behind "in"
	clsBody     // Universität, Szkoła: a body that may bear a person's name
	clsJournal  // NJW, JBl
	clsTopCourt // OGH, BGH, SN: a number directly behind is a citation
)

const (
	clsHonor = clsHonorMale | clsHonorFemale | clsHonorAny | clsHonorPlural
	clsRole  = clsRoleMale | clsRoleFemale | clsRoleAny | clsRolePlural
	// clsNeverName marks words that end a name whatever their capital says.
	clsNeverName = clsStop | clsHonor | clsRole | clsProfession | clsOrgCue | clsVersus
)

// classKeys connects the keys of assets/blinding/pseudonymise/rules with the classes.
var classKeys = map[string]class{
	"honorific.m": clsHonorMale, "honorific.f": clsHonorFemale, "honorific.u": clsHonorAny, "honorific.plural": clsHonorPlural,
	"honorific.foreign.m": clsHonorMale, "honorific.foreign.f": clsHonorFemale,
	"address": clsAddress, "role.m": clsRoleMale, "role.f": clsRoleFemale, "role.u": clsRoleAny, "role.plural": clsRolePlural,
	"role.m.infl": clsRoleMale, "role.f.infl": clsRoleFemale, "profession": clsProfession, "profession.infl": clsProfession,
	"label": clsLabel, "title": clsTitle, "titleful": clsTitle | clsTitleHead, "postnominal": clsPostnominal,
	"particle": clsParticle, "maiden": clsMaiden, "stop": clsStop, "article": clsArticle, "verb": clsVerb,
	"decision": clsDecision, "doctrine": clsDoctrine, "doctrine.capital": clsDoctrineCap, "source.before": clsSourceBefore,
	"source.verb": clsSourceVerb, "judge.source": clsJudge, "judge.after": clsJudgeAfter,
	"street.pl": clsStreetBefore, "street.en": clsStreetAfter, "unit": clsUnit,
	"org.head": clsOrgHead, "org.mid": clsOrgMid, "org.tail": clsOrgTail, "org.cue": clsOrgCue,
	"public": clsPublic, "schematic": clsSchematic, "author": clsAuthor, "casename": clsCaseName, "place": clsPlace, "town": clsTown,
	"firm.not": clsFirmNot, "residence": clsResidence, "versus": clsVersus, "firm.end": clsFirmEnd, "small": clsSmall, "nobility": clsNobility, "court.top": clsTopCourt, "body": clsBody, "journal": clsJournal, "claim": clsClaim, "firm.ok": clsFirmOK,
}

// sharedKeys hold in texts of every language: titles and former names travel with the name.
var sharedKeys = []string{"titleful", "maiden"}
