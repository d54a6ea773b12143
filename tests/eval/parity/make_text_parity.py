#!/usr/bin/env python3
"""Makes text.json beside it: what NLTK 3.8 and Google's rouge-score give for sentences of our own.

    python3 -m venv VENV && VENV/bin/pip install 'nltk==3.8.1' 'rouge-score==0.1.2'
    VENV/bin/python tests/eval/parity/make_text_parity.py

WordNet 3.0 is read from Debian's wordnet-base (/usr/share/wordnet), which lacks the list of the
lexicographers' files; nothing here looks at it, so that empty names stand in.
"""
import contextlib
import json
import pathlib
import random
import shutil
import tempfile
import warnings

from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.stem.porter import PorterStemmer
from nltk.tokenize import word_tokenize
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.meteor_score import single_meteor_score
from rouge_score import rouge_scorer

warnings.simplefilter("ignore")

HERE = pathlib.Path(__file__).resolve().parent
WORDNET = pathlib.Path("/usr/share/wordnet")

# Each group says the same, or nearly.
GROUPS = [
    ["", " ", "\n\t", ".", "...", "?!", "''", '"', "`"],
    [
        "The bridge was opened to traffic in May 1937, after four years of work.",
        "After four years of building, the bridge opened for cars in May of 1937.",
        "A span across the strait was finished in 1937; it took four years to build.",
        "Was the bridge opened in 1937?",
        "The bridge did not open before 1938.",
        "bridge bridge bridge the the the opened opened",
        "The Bridge Was Opened To Traffic In MAY 1937, After Four Years Of Work.",
    ],
    [
        "The minister said that prices hadn't risen by more than 3.5% since January.",
        "Prices have not risen more than 3.5 % since January, the minister says.",
        '"Prices rose," said the ministry\'s spokesman, "by no more than 3.5 per cent."',
        "The minister lied: prices rose by 7%, i.e. twice as fast.",
        "Since January, costs had increased by under $4.00 (about €3,70).",
    ],
    [
        "Physicians advise children to drink plenty of water during hot weather.",
        "Doctors recommend that kids should drink a lot of water when it's hot.",
        "The doctor's advice: youngsters ought to be drinking water in the heat.",
        "No physician has ever advised that.",
        "Kids, kid, kidding; doctors doctored doctoring the doctor.",
    ],
    [
        "Die Brücke wurde im Mai 1937 für den Verkehr freigegeben.",
        "Мост открыли для движения весной 1937 года.",
        "橋は一九三七年五月に開通した。",
        "افتتح الجسر في مايو ١٩٣٧.",
        "Η ΓΕΦΥΡΑ ΆΝΟΙΞΕ ΤΟ 1937, ΕΊΠΕ Ο ΔΉΜΑΡΧΟΣ.",
        "İstanbul'da köprü açıldı; ISPARTA'da açılmadı.",
        "🙂🙂 The café’s naïve coöperation… “so-called” ‘news’ — «voilà».",
        "The \u212Aelvin and the long \u017Ftory aren't wanna be cannot.",
    ],
    [
        "See https://example.org/a?b=c&d=e#f or write to someone@example.org, please.",
        "The page at http://www.example.org:8080/path/file.html (archived) says otherwise.",
        "Read example.org/a-b_c, not example.com!",
        "He'd've known. They'll say 'twas nothing; 'tis gonna end, d'ye see? Gimme more'n that.",
        "I cannot, can't and CANNOT; I gotta go, lemme wanna go, gonna GOTTA wanna.",
        "don't DON'T won't N'T she's SHE'S we've WE'VE I'm I'M they'd THEY'D rock 'n' roll 'em",
        "the dogs' owners' 'quoted' words 'a' 'b c' 'd 's 'x",
        "Fig. 3: a -- b --- c ---- d; e--f (g [h {i <j> k} l] m).",
        "1,000,000 or 1, 000 or 1,a :b 12:30 12: 30,, ,:, a,\n",
        "A. B. Smith of the U.S. and the U.K. left.\" '' ",
        "The end.)\"' ",
        "The end . \u201d \u2019 ",
        "Wait...what?... No.. yes....",
        "***bold*** #tag @name $5 & 6% *; ``quoted'' ```three``` ''x''",
        '("quoted") ["so"] {"and"} <"such"> " alone " ""',
        "a\u00a0b\u2003c\u3000d\u200be\x1cf",
        "tab\tand\nline\r\nends. \n",
    ],
    [
        "The committee voted on the proposal on Tuesday evening. " * 6,
        "On Tuesday evening the committee voted on the proposal. " * 5 + "It was rejected.",
        "The councillors rejected it. " * 9,
        ("Officials of the agency, which had examined some 1,200 samples of drinking water taken "
         "from wells, rivers and taps in eleven districts over the course of two summers, found no "
         "evidence that lead levels exceeded the legal limit; they conceded, however, that tests "
         "in three older neighbourhoods were still running, and that earlier reports of illness "
         "among pupils \"can't be dismissed\" until those tests are finished. "),
        ("The agency's officials tested about 1200 water samples from eleven districts during two "
         "summers and didn't find lead above what the law allows. Testing goes on in three old "
         "neighborhoods. Illnesses of schoolchildren, which were reported earlier, cannot be ruled "
         "out as long as the testing has not ended."),
    ],
    [
        "flies dies died spied tried enjoy enjoyment happy skies dying news innings proceed",
        "fly die dying spying try enjoyed enjoying happily sky died new inning proceeding",
        "running runs ran easily fairly relational conditional hopefulness electrical sensibility",
        "run runner easy fair relation condition hopeful electricity sensible vietnamization",
        "mice men women geese oxen children better best worst am is are was were been",
        "mouse man woman goose ox child good well bad be being",
        "automobile purchase begin physician large start buy car doctor big",
    ],
]

TEXTS = [text for group in GROUPS for text in group]

STEMS = """a is as by sky skies dying lying tying news innings inning outings cannings howe proceed
exceed succeed caresses ponies ties cats feed agreed plastered bled motoring sing conflated
troubled sized hopping tanned falling hissing fizzed failing filing happy enjoy enjoyment spy
relational conditional rational valenci digitizer conformably radically differently vilely
analogously vietnamization predication operator feudalism decisiveness hopefulness callousness
formality sensitivity sensibility triplicate formative formalize electricity electrical hopeful
goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement
adjustment dependent adoption homologous communism activate angularity effective bowdlerize probate
rate cease controll roll geology archaeology theology apology analogy biology syzygy toy by yes
yearly eyed dyed dried lied pied bied flies dies eeed bleed ing ed ion sion option nation legion
fully carefully awfully really equally ally rally totally nationally totallyally kelly io ie ies ied
eyes bee oed owed using owing aing boxed bowed wowed s ss sss ssss café cafés naïveté über überall
Größe fußball Москва İstanbul x' 's n't '' u.s 3.5 1,200 co-operating re-elected""".split()

SYNONYMS = """dog dogs mice geese better best ran running car automobile physician doctor children
aurar offer offers ponies axes sses ssss boxed worse well quickly men u.s. u.k new_york it s a
'hood 'tween xyzzy 12 twelve i ii be was is am aardwolves churches studi citi happi galore alive
data diastemata involucra as more most us""".split()


@contextlib.contextmanager
def wordnet():
    with tempfile.TemporaryDirectory() as folder:
        for file in WORDNET.iterdir():
            shutil.copy(file, folder)
        names = "".join(f"{i:02d}\tnone.{i}\t1\n" for i in range(45))
        (pathlib.Path(folder) / "lexnames").write_text(names)
        reader = WordNetCorpusReader(folder, omw_reader=None)
        reader.synsets("dog")
        yield reader


def tokens_of(text):
    return word_tokenize(text, preserve_line=True)


def synonyms_of(reader, word):
    return sorted({
        lemma.name()
        for synset in reader.synsets(word)
        for lemma in synset.lemmas()
        if "_" not in lemma.name()
    })


def noise(generator):
    """Strings of what the rules look at, in any order."""
    pieces = list("'\"`.,:;?!()[]{}<>*-@#$%& \n\t") + [
        "''", "``", "--", "...", "n't", "'s", "'S", "'ll", "'re", "'ve", "'d", "'t", "'x", "can",
        "cannot", "wanna", "'tis", "'twas", "d'ye", "more'n", "gimme", "a", "I", "word", "12", "3.5",
        "é", "ß", "“", "”", "‘", "’", "«", "»", "„", "٣", "橋", "🙂", "\u00a0", "_", " ", " ", " "]
    return ["".join(generator.choice(pieces) for _ in range(generator.randint(1, 14)))
            for _ in range(400)]


def pairs_of(groups):
    for group in groups:
        for reference in group:
            for hypothesis in group:
                yield reference, hypothesis
    for one, other in zip(groups[1:], groups[2:]):
        yield one[0], other[0]
        yield other[-1], one[-1]


def rouge_of(scorer, reference, hypothesis):
    scores = scorer.score(reference, hypothesis)
    return [list(scores[name]) for name in ("rouge1", "rouge2", "rougeL")]


def comparisons(reader):
    plain = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=False)
    stemmed = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    smooth = SmoothingFunction().method1
    for reference, hypothesis in pairs_of(GROUPS):
        wanted, given = tokens_of(reference), tokens_of(hypothesis)
        yield {
            "reference": TEXTS.index(reference),
            "hypothesis": TEXTS.index(hypothesis),
            "meteor": single_meteor_score(wanted, given, wordnet=reader),
            "rouge": rouge_of(plain, reference, hypothesis),
            "rouge_stemmed": rouge_of(stemmed, reference, hypothesis),
            "bleu": sentence_bleu([wanted], given),
            "bleu_smoothed": sentence_bleu([wanted], given, smoothing_function=smooth),
        }


def corpora():
    smooth = SmoothingFunction().method1
    for groups in ([GROUPS[1]], [GROUPS[2], GROUPS[3]], [GROUPS[6], GROUPS[1], GROUPS[7]], GROUPS):
        pairs = [(group[1:], group[0]) for group in groups]
        references = [[tokens_of(text) for text in texts] for texts, _ in pairs]
        hypotheses = [tokens_of(text) for _, text in pairs]
        yield {
            "pairs": [{"references": [TEXTS.index(text) for text in texts],
                       "hypothesis": TEXTS.index(text)} for texts, text in pairs],
            "bleu": corpus_bleu(references, hypotheses),
            "bleu_smoothed": corpus_bleu(references, hypotheses, smoothing_function=smooth),
        }


def main():
    stemmer = PorterStemmer()
    noisy = noise(random.Random(7))
    with wordnet() as reader:
        made = {
            "tokens": [{"text": text, "tokens": tokens_of(text)} for text in TEXTS + noisy],
            "stems": {word: stemmer.stem(word) for word in STEMS},
            "synonyms": {word: synonyms_of(reader, word) for word in SYNONYMS},
            "comparisons": list(comparisons(reader)),
            "corpora": list(corpora()),
        }
    lines = ",\n".join(
        f"{json.dumps(name)}: " + json.dumps(value, ensure_ascii=False)
        .replace('}, {"', '},\n{"') for name, value in made.items())
    (HERE / "text.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")


main()
