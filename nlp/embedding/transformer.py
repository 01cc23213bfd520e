"""The transformer of multilingual-e5-small as an ONNX graph.

Inputs: `words` float32 (batch, length, hidden), the word vectors looked up outside; `mask` float32 (batch, length), 1 for
a token and 0 for padding. Output: `vectors` float32 (batch, hidden), the L2-normalised mean of the tokens.

Operators were chosen by measuring onnxruntime on CPU: its fused SkipLayerNormalization takes five times as long as Add
and LayerNormalization, and its MultiHeadAttention longer than the plain products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from onnx import ModelProto

    from recuerdo.nlp.embedding.protocol import Vectors
    from recuerdo.nlp.embedding.weights import Weights

_OPSET, _IR_VERSION = 20, 10  # what the oldest onnxruntime that we allow can run
_FUSED = "com.microsoft"
_FAR_BELOW = 1e9  # subtracted from a padding token's attention score


class GraphBuilder:
    """Collects nodes and constants; every value is known by the name that was given out for it."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def node(
        self, operator: str, *inputs: str, domain: str = "", outputs: int = 1, **attributes: float | Sequence[int]
    ) -> str:
        """Add a node; gives the name of its first output (the others end in `.1`, `.2`, …)."""
        from onnx import helper

        name = f"{operator}_{len(self._nodes)}"
        names = [name, *(f"{name}.{index}" for index in range(1, outputs))]
        self._nodes.append(helper.make_node(operator, inputs, names, name=name, domain=domain, **attributes))
        return name

    def constant(self, value: ArrayLike, kind: str = "float32") -> str:
        """Add a constant of a numpy type."""
        import numpy as np
        from onnx import numpy_helper

        name = f"constant_{len(self._constants)}"
        self._constants.append(
            numpy_helper.from_array(np.ascontiguousarray(value, kind).reshape(np.shape(value)), name)
        )
        return name

    def model(self, result: str, hidden: int) -> ModelProto:
        """The finished graph, with `result` as its output `vectors`."""
        from onnx import TensorProto, helper

        self._nodes.append(helper.make_node("Identity", [result], ["vectors"]))
        graph = helper.make_graph(
            self._nodes,
            "multilingual-e5-small",
            [
                helper.make_tensor_value_info("words", TensorProto.FLOAT, ["batch", "length", hidden]),
                helper.make_tensor_value_info("mask", TensorProto.FLOAT, ["batch", "length"]),
            ],
            [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", hidden])],
            self._constants,
        )
        versions = [helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=versions, ir_version=_IR_VERSION)


Product: TypeAlias = "Callable[[GraphBuilder, str, Vectors], str]"
"""Adds x · weightsᵀ to a graph, given the name of x and the weights (outputs, inputs)."""


def float_product(graph: GraphBuilder, x: str, weights: Vectors) -> str:
    """The product as it is."""
    return graph.node("MatMul", x, graph.constant(weights.T))


def int8_product(graph: GraphBuilder, x: str, weights: Vectors) -> str:
    """The product of 8-bit integers: one scale for each token of x, one for each row of the weights.

    A scale for each token (and not for the tensor, as onnxruntime's own dynamic quantisation has it) keeps outliers of
    one token from costing the others precision, and makes a text's vector independent of what is in its batch.
    Weights stay within ±63: processors without VNNI add two products in 16 bits, and more would saturate there.
    """
    import numpy as np

    steps = np.abs(weights).max(axis=1) / 63
    levels = np.round(weights / steps[:, None]).T
    unit, middle = graph.constant(1 / 127), graph.constant(128, "uint8")
    peak = graph.node("ReduceMax", graph.node("Abs", x), graph.constant([-1], "int64"), keepdims=1)
    rounded = graph.node("QuantizeLinear", graph.node("Div", x, peak), unit, middle)
    factors = (rounded, graph.constant(levels, "int8"), unit, graph.constant(steps), middle)
    return graph.node("Mul", graph.node("MatMulIntegerToFloat", *factors, domain=_FUSED), peak)


def transformer(weights: Weights, product: Product) -> ModelProto:
    """Write the whole encoder down, with `product` for its matrix products."""
    return _Encoder(weights, product).model()


def save(model: ModelProto, path: Path) -> None:
    """Write a graph, and its constants into a file `.weights` beside it: mapped, they are loaded with 16 MB less."""
    import onnx

    onnx.save(model, path, save_as_external_data=True, location=f"{path.name}.weights", size_threshold=4096)


class _Encoder:
    """BERT with post-layer normalisation (Devlin et al. 2018), every step one method."""

    def __init__(self, weights: Weights, product: Product) -> None:
        self.weights = weights
        self.shape = weights.shape
        self.product = product
        self.graph = GraphBuilder()

    def model(self) -> ModelProto:
        states = self.embeddings()
        penalty = self.padding_penalty()
        for layer in range(self.shape.layers):
            name = f"l{layer}"
            attended = self.attention(states, penalty, name)
            states = self.normalised(self.graph.node("Add", states, attended), f"{name}.aln")
            inner = self.feed_forward(states, name)
            states = self.normalised(self.graph.node("Add", states, inner), f"{name}.oln")
        return self.graph.model(self.pooled(states), self.shape.hidden)

    def embeddings(self) -> str:
        """Words + positions from 0 + the one token type in use, normalised."""
        weights, graph = self.weights, self.graph
        positions = weights.matrix("emb.pos", self.shape.positions) + weights.matrix("emb.type", 2)[0]
        length = graph.node("Shape", "words", start=1, end=2)
        used = graph.node("Slice", graph.constant(positions), graph.constant([0], "int64"), length)
        return self.normalised(graph.node("Add", "words", used), "emb.ln")

    def padding_penalty(self) -> str:
        """(batch, 1, 1, length): 0 for a token, far below zero for padding."""
        graph = self.graph
        absent = graph.node("Sub", "mask", graph.constant(1))
        penalty = graph.node("Mul", absent, graph.constant(_FAR_BELOW))
        return graph.node("Unsqueeze", penalty, graph.constant([1, 2], "int64"))

    def attention(self, states: str, penalty: str, name: str) -> str:
        """Every head's softmax(q · kᵀ / √size) · v, side by side, then projected."""
        graph, shape = self.graph, self.shape
        q, k, v = self.heads(states, name)
        scores = graph.node("Add", graph.node("FusedMatMul", q, k, domain=_FUSED, transB=1), penalty)
        mixed = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), v)
        by_token = graph.node("Transpose", mixed, perm=[1, 3, 0, 2, 4])
        joined = graph.node("Reshape", by_token, graph.constant([0, 0, shape.hidden], "int64"))
        return self.linear(
            joined, self.weights.matrix(f"{name}.ao.w", shape.hidden), self.weights.vector(f"{name}.ao.b")
        )

    def heads(self, states: str, name: str) -> tuple[str, str, str]:
        """Queries, keys and values, each (1, batch, heads, length, size), from one product."""
        import numpy as np

        graph, shape, weights = self.graph, self.shape, self.weights
        size = shape.hidden // shape.heads
        scales = {"q": size**-0.5, "k": 1.0, "v": 1.0}
        matrix = np.concatenate([weights.matrix(f"{name}.{x}.w", shape.hidden) * scales[x] for x in "qkv"])
        bias = np.concatenate([weights.vector(f"{name}.{x}.b") * scales[x] for x in "qkv"])
        together = self.linear(states, matrix, bias)
        split = graph.node("Reshape", together, graph.constant([0, 0, 3, shape.heads, size], "int64"))
        first = graph.node(
            "Split", graph.node("Transpose", split, perm=[2, 0, 3, 1, 4]), outputs=3, axis=0, num_outputs=3
        )
        return first, f"{first}.1", f"{first}.2"

    def feed_forward(self, states: str, name: str) -> str:
        weights, shape = self.weights, self.shape
        inner = self.linear(states, weights.matrix(f"{name}.fi.w", shape.inner), weights.vector(f"{name}.fi.b"))
        active = self.graph.node("Gelu", inner)
        return self.linear(active, weights.matrix(f"{name}.fo.w", shape.hidden), weights.vector(f"{name}.fo.b"))

    def linear(self, x: str, matrix: Vectors, bias: Vectors) -> str:
        return self.graph.node("Add", self.product(self.graph, x, matrix), self.graph.constant(bias))

    def normalised(self, x: str, name: str) -> str:
        scale, bias = (self.graph.constant(self.weights.vector(f"{name}.{part}")) for part in "wb")
        return self.graph.node("LayerNormalization", x, scale, bias, axis=-1, epsilon=self.shape.epsilon)

    def pooled(self, states: str) -> str:
        """The mean over the tokens, of length 1 (so that the sum will do)."""
        graph = self.graph
        weight = graph.node("Unsqueeze", "mask", graph.constant([2], "int64"))
        total = graph.node("ReduceSum", graph.node("Mul", states, weight), graph.constant([1], "int64"), keepdims=0)
        return graph.node("LpNormalization", total, axis=-1, p=2)
